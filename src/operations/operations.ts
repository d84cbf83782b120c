/**
 * Runs one operation on an installation with the arguments of its command and the environment, and returns the exit
 * code. It prints its result; faults of arguments and settings are thrown as Errors, whose message is printed.
 */
export type Operation = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** The operations by the name of their command. Each loads its own code only. */
export const operations: Readonly<Record<string, () => Promise<Operation>>> = {
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  migrate: async () => (await import('./migrate/migrate.ts')).migrate,
  backup: async () => (await import('./backup/backup.ts')).backup,
  restore: async () => (await import('./restore/restore.ts')).restore,
  'reset-admin': async () => (await import('./resetAdmin/resetAdmin.ts')).resetAdmin,
  'seal-secrets': async () => (await import('./sealSecrets/sealSecrets.ts')).sealSecrets,
  'security-log': async () => (await import('./securityLog/securityLog.ts')).securityLog,
  'rotate-secret': async () => (await import('./rotateSecret/rotateSecret.ts')).rotateSecret,
};
