/** The jobs that delete data at the end of its retention, with the interval of their runs in minutes. */
export const retentionJobs = {
  outbox: 10,
  pastRows: 10,
  sessions: 10,
  signInLinks: 10,
  signInChallenges: 10,
  rememberedDevices: 10,
  keyTokens: 10,
  attempts: 10,
  failedSignIns: 10,
  securityLog: 10,
  memberChanges: 10,
  watches: 10,
  shares: 10,
  dailyMails: 10,
  exports: 10,
  cspReports: 10,
  waitingChanges: 10,
  deletionRequests: 360,
} as const;

export type RetentionJob = keyof typeof retentionJobs;
