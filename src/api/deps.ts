import type { Locate } from '#engine/targeting/place.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import type { Check } from '#runtime/readiness.ts';
import type { AdsTxtStore } from '#storage/adsTxt/adsTxtStore.ts';
import type { CapStore } from '#storage/entities/capStore.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ChangeLog } from '#storage/entities/changeLog.ts';
import type { ChangeSetStore } from '#storage/entities/changeSetStore.ts';
import type { FloorStore } from '#storage/entities/floorStore.ts';
import type { LoginStore } from '#storage/entities/loginStore.ts';
import type { PlaceStore } from '#storage/entities/placeStore.ts';
import type { VerificationPauseStore } from '#storage/entities/verificationPauseStore.ts';
import type { SessionStore } from '#storage/entities/sessionStore.ts';
import type { ExportStore } from '#storage/exports/exportStore.ts';
import type { ApiTokenStore } from '#storage/apiTokens.ts';
import type { FinanceStore } from '#storage/finance/financeStore.ts';
import type { ListMemberStore } from '#storage/listMembers/openListMembers.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import type { PlatformConfigStore } from '#storage/platformConfig.ts';
import type { VerificationImportStore } from '#storage/verification/verificationImports.ts';
import type { SavedReportStore } from '#storage/savedReports.ts';
import type { MailQueue } from '#storage/schedules/mailQueue.ts';
import type { RunStore } from '#storage/schedules/runStore.ts';
import type { ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { SavedViewStore } from '#storage/savedViews.ts';
import type { ShareStore } from '#storage/shares/shareStore.ts';
import type { WatchStore } from '#storage/watches/watchStore.ts';
import type { Config } from '../config.ts';
import type { BudgetController } from './budget/budgetController.ts';
import type { ExportReportDeps } from './exports/exportReportDeps.ts';
import type { Mailer } from './mail/openMailer.ts';
import type { ReportDeps } from './reports/answerReport.ts';
import type { FairQueue } from './reports/fairQueue.ts';
import type { SnapshotNotifier } from './snapshot/snapshotNotifier.ts';

/** Everything that routes and repeated work of the management API use, wired once in openDeps.ts. */
export interface ApiDeps {
  config: Config;
  entities: EntityStore;
  sessions: SessionStore;
  logins: LoginStore;
  log: ChangeLog;
  changeSets: ChangeSetStore;
  tokens: ApiTokenStore;
  lists: ListMemberStore;
  adsTxt: AdsTxtStore;
  platform: PlatformConfigStore;
  savedReports: SavedReportStore;
  exports: ExportStore;
  schedules: ScheduleStore;
  runs: RunStore;
  shares: ShareStore;
  savedViews: SavedViewStore;
  watches: WatchStore;
  finance: FinanceStore;
  verificationImports: VerificationImportStore;
  mails: MailQueue;
  caps: CapStore;
  floors: FloorStore;
  ranks: PlaceStore;
  verification: VerificationPauseStore;
  /** The files of creatives. */
  media: MediaStore;
  /** Where addresses are, as ad serving knows it. Absent = it is not known. */
  locate?: Locate;
  /** What happened, as reports and the figures of lists read it. */
  facts: Pick<ClickHouse, 'query' | 'stream'>;
  /** Where what vendors found is put. */
  loads: Pick<ClickHouse, 'insertRows'>;
  /** Turns at the heavy statements of reports. */
  queue: FairQueue;
  /** The figures of reports, with their retention. */
  reports: ReportDeps & ExportReportDeps;
  /** Days that files of exports are stored. */
  fileDays: number;
  /** Sends mails; null where mail is not set up. */
  mailer: Mailer | null;
  /** Leases budgets to ad serving. */
  budgets: BudgetController;
  /** Tells the snapshot feed of new versions. */
  snapshotNotifier: SnapshotNotifier;
  /** The current time. */
  now: () => Date;
  /** The checks of /readyz, by name. */
  checks: Record<string, Check>;
  /** Gets the faults of the API. */
  logger: Logger;
  /** Folder of the built console. */
  consoleDir: string;
}
