import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import type { Check } from '#runtime/readiness.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { AdsTxtStore } from '#storage/adsTxt/adsTxtStore.ts';
import type { AlertMuteStore } from '#storage/alerts/alertMuteStore.ts';
import type { CutoffStore } from '#storage/cutoffs/cutoffStore.ts';
import type { CapStore } from '#storage/entities/capStore.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ChangeLog } from '#storage/entities/changeLog.ts';
import type { ChangeSetStore } from '#storage/entities/changeSetStore.ts';
import type { FloorStore } from '#storage/entities/floorStore.ts';
import type { LoginStore } from '#storage/logins/loginStore.ts';
import type { RankStore } from '#storage/entities/rankStore.ts';
import type { ChallengeStore } from '#storage/factors/challengeStore.ts';
import type { DeviceStore } from '#storage/factors/deviceStore.ts';
import type { FactorStore } from '#storage/factors/factorStore.ts';
import type { PolicyStore } from '#storage/factors/policyStore.ts';
import type { PasswordStore } from '#storage/logins/passwordStore.ts';
import type { VerificationPauseStore } from '#storage/entities/verificationPauseStore.ts';
import type { SessionStore } from '#storage/logins/sessionStore.ts';
import type { NodeStore } from '#storage/nodes/nodeStore.ts';
import type { ExportStore } from '#storage/exports/exportStore.ts';
import type { ApiTokenStore } from '#storage/apiTokens.ts';
import type { ApiKeyStore } from '#storage/keys/apiKeyStore.ts';
import type { FinanceStore } from '#storage/finance/financeStore.ts';
import type { ListMemberStore } from '#storage/lists/openListMembers.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import type { DueWorkReader } from '#storage/dueWork.ts';
import type { DailyMailQueue } from '#storage/dailyMails/dailyMailQueue.ts';
import type { PlatformConfigStore } from '#storage/platformConfig.ts';
import type { PersonalDataStore } from '#storage/personal/personalDataStore.ts';
import type { CspReportStore } from '#storage/system/cspReportStore.ts';
import type { RetentionStore } from '#storage/system/retentionStore.ts';
import type { VerificationImportStore } from '#storage/verification/verificationImports.ts';
import type { SavedReportStore } from '#storage/reports/savedReports.ts';
import type { MailQueue } from '#storage/schedules/mailQueue.ts';
import type { RunStore } from '#storage/schedules/runStore.ts';
import type { ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { SavedViewStore } from '#storage/savedViews.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import type { SealedSecretStore } from '#storage/sealing/sealedSecretStore.ts';
import type { ScimGroupStore } from '#storage/scim/scimGroupStore.ts';
import type { ScimUserStore } from '#storage/scim/scimUserStore.ts';
import type { IdentityProviderStore } from '#storage/sso/identityProviderStore.ts';
import type { SsoIdentityStore } from '#storage/sso/ssoIdentityStore.ts';
import type { ShareStore } from '#storage/shares/shareStore.ts';
import type { CreativeScanStore } from '#storage/scans/creativeScanStore.ts';
import type { WatchStore } from '#storage/watches/watchStore.ts';
import type { Config } from '../config.ts';
import type { BudgetController } from './budget/budgetController.ts';
import type { DeletionAcceptance } from './deletion/openDeletionAcceptance.ts';
import type { ExportReportDeps } from './exports/exportReportDeps.ts';
import type { Mailer } from './mail/openMailer.ts';
import type { CallLimiter } from './rateLimits/openCallLimiter.ts';
import type { ReportDeps } from './reports/readReport.ts';
import type { FairQueue } from './reports/fairQueue.ts';
import type { LimitedEvents } from './security/limitEvents.ts';
import type { CallTracing } from './tracing/callTracing.ts';
import type { FeedCensus } from './snapshot/feedCensus.ts';
import type { DomainRecords } from './sso/readDomainRecords.ts';
import type { WaitingStore } from '#storage/waiting/waitingStore.ts';
import type { Oidc } from './sso/openOidc.ts';
import type { CreativeScanner } from './scans/creativeScanner.ts';
import type { SystemReader } from './system/openSystem.ts';
import type { TrafficListRefresher } from './trafficLists/trafficListRefresher.ts';
import type { SnapshotNotifier } from './snapshot/snapshotNotifier.ts';

/** Everything that the routes and the repeated work of the management API use, wired once in openDeps.ts. */
export interface ApiDeps {
  config: Config;
  entities: EntityStore;
  sessions: SessionStore;
  logins: LoginStore;
  passwords: PasswordStore;
  factors: FactorStore;
  /** Pending sign-ins and challenges of passkeys. */
  challenges: ChallengeStore;
  /** Browsers in which users sign in without the second factor. */
  devices: DeviceStore;
  policies: PolicyStore;
  identityProviders: IdentityProviderStore;
  ssoIdentities: SsoIdentityStore;
  scimUsers: ScimUserStore;
  scimGroups: ScimGroupStore;
  /** Calls identity providers. */
  oidc: Oidc;
  /** Reads the DNS records that prove domains. */
  domainRecords: DomainRecords;
  log: ChangeLog;
  changeSets: ChangeSetStore;
  tokens: ApiTokenStore;
  keys: ApiKeyStore;
  /** Counts calls against the limits of keys and accounts. */
  callLimiter: CallLimiter;
  lists: ListMemberStore;
  adsTxt: AdsTxtStore;
  platform: PlatformConfigStore;
  personal: PersonalDataStore;
  savedReports: SavedReportStore;
  exports: ExportStore;
  schedules: ScheduleStore;
  runs: RunStore;
  shares: ShareStore;
  savedViews: SavedViewStore;
  watches: WatchStore;
  /** Changes that wait for a second person. */
  waiting: WaitingStore;
  security: SecurityLog;
  /** Security events of this process that callers could repeat without end. */
  limitedEvents: LimitedEvents;
  /** Encrypts the secrets that are stored for others, and opens them. */
  sealer: SecretSealer;
  sealedSecrets: SealedSecretStore;
  alertMutes: AlertMuteStore;
  cutoffs: CutoffStore;
  scans: CreativeScanStore;
  /** Scans creatives. */
  scanner: CreativeScanner;
  finance: FinanceStore;
  verificationImports: VerificationImportStore;
  mails: MailQueue;
  dailyMails: DailyMailQueue;
  deletions: DeletionAcceptance;
  dueWork: DueWorkReader;
  caps: CapStore;
  floors: FloorStore;
  ranks: RankStore;
  verification: VerificationPauseStore;
  media: MediaStore;
  /** Finds the location of an IP address, as ad serving does. Absent = not known. */
  locate?: Locate;
  /** The counted facts, for reports and the figures of lists. */
  facts: Pick<ClickHouse, 'query' | 'stream'>;
  /** Stores the imported results of verification vendors. */
  loads: Pick<ClickHouse, 'insertRows'>;
  /** Queues the heavy statements of reports. */
  queue: FairQueue;
  /** Reads the figures of reports, and knows their retention. */
  reports: ReportDeps & ExportReportDeps;
  /** Retention of export files, in days. */
  fileDays: number;
  /** Null when mail is not set up. */
  mailer: Mailer | null;
  budgets: BudgetController;
  /** Notifies the snapshot feed of new versions. */
  snapshotNotifier: SnapshotNotifier;
  /** Counts the followers of the snapshot feed of this process. */
  feeds: FeedCensus;
  /** The workers of all nodes; none with an embedded PostgreSQL. */
  nodes: NodeStore;
  system: SystemReader;
  /** Fetches the operator's lists of invalid traffic. */
  trafficLists: TrafficListRefresher;
  /** Counts of what the content security policy of pages has blocked. */
  cspReports: CspReportStore;
  /** The last runs of jobs that delete old data. */
  retention: RetentionStore;
  now: () => Date;
  /** The checks of /readyz, by name. */
  checks: Record<string, Check>;
  /** Logs the faults of the API. */
  logger: Logger;
  /** Metrics of this process; absent where METRICS_PORT is not set. */
  metrics?: Metrics;
  /** Traces calls; absent where OTLP_URL is not set. */
  tracing?: CallTracing;
  /** Folder of the built console. */
  consoleDir: string;
}
