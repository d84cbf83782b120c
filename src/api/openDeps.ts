import { budgetColumns } from '#engine/budget/budgetsOf.ts';
import type { Locate } from '#engine/targeting/ipLocation.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import type { GeoDatabase } from '#serving/geo/openGeo.ts';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openAlertMutes } from '#storage/alerts/alertMuteStore.ts';
import { openApiTokens } from '#storage/apiTokens.ts';
import { openBudgetLedgerStore } from '#storage/budget/budgetLedgerStore.ts';
import { readCampaigns } from '#storage/budget/readCampaigns.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openCutoffs } from '#storage/cutoffs/cutoffStore.ts';
import { openDailyMails } from '#storage/dailyMails/dailyMailQueue.ts';
import { openDueWork } from '#storage/dueWork.ts';
import { openCaps } from '#storage/entities/capStore.ts';
import { openChangeLog } from '#storage/entities/changeLog.ts';
import { openChangeSets } from '#storage/entities/changeSetStore.ts';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { openFloors } from '#storage/entities/floorStore.ts';
import { openLoginStore } from '#storage/logins/loginStore.ts';
import { openRanks } from '#storage/entities/rankStore.ts';
import { openVerificationPause } from '#storage/entities/verificationPauseStore.ts';
import { openSessionStore } from '#storage/logins/sessionStore.ts';
import { openBackupRuns } from '#storage/backup/backupRuns.ts';
import { openNodeStore } from '#storage/nodes/nodeStore.ts';
import { openExports } from '#storage/exports/exportStore.ts';
import { openFinance } from '#storage/finance/financeStore.ts';
import { openChallengeStore } from '#storage/factors/challengeStore.ts';
import { openDeviceStore } from '#storage/factors/deviceStore.ts';
import { openFactorStore } from '#storage/factors/factorStore.ts';
import { openPolicyStore } from '#storage/factors/policyStore.ts';
import { openPasswordStore } from '#storage/logins/passwordStore.ts';
import { openApiKeys } from '#storage/keys/apiKeyStore.ts';
import { openListMembers } from '#storage/lists/openListMembers.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import { openPersonalData } from '#storage/personal/personalDataStore.ts';
import { openPlatformConfig } from '#storage/platformConfig.ts';
import { openCspReports } from '#storage/system/cspReportStore.ts';
import { openRetention } from '#storage/system/retentionStore.ts';
import { openVerificationImports } from '#storage/verification/verificationImports.ts';
import type { Postgres } from '#storage/postgres.ts';
import { openCreativeScans } from '#storage/scans/creativeScanStore.ts';
import { openSavedReports } from '#storage/reports/savedReports.ts';
import { openSavedViews } from '#storage/savedViews.ts';
import { openMailQueue } from '#storage/schedules/mailQueue.ts';
import { openRuns } from '#storage/schedules/runStore.ts';
import { openSchedules } from '#storage/schedules/scheduleStore.ts';
import { openSecurityLog } from '#storage/security/securityLog.ts';
import { openSealedSecrets } from '#storage/sealing/sealedSecretStore.ts';
import { openScimGroups } from '#storage/scim/scimGroupStore.ts';
import { openScimUsers } from '#storage/scim/scimUserStore.ts';
import { openIdentityProviders } from '#storage/sso/identityProviderStore.ts';
import { openSsoIdentities } from '#storage/sso/ssoIdentityStore.ts';
import { openShares } from '#storage/shares/shareStore.ts';
import { openTrafficLists } from '#storage/trafficLists/trafficListStore.ts';
import { openWaitingChanges } from '#storage/waiting/waitingStore.ts';
import { openWatches } from '#storage/watches/watchStore.ts';
import type { Config } from '../config.ts';
import { apiChecks } from './apiChecks.ts';
import { createBudgetController } from './budget/budgetController.ts';
import { openDeletionAcceptance } from './deletion/openDeletionAcceptance.ts';
import { openCountedSpend } from './budget/countedSpend.ts';
import type { ApiDeps } from './deps.ts';
import { openMailer } from './mail/openMailer.ts';
import { openCallLimiter } from './rateLimits/openCallLimiter.ts';
import { createFairQueue } from './reports/fairQueue.ts';
import { limitEvents } from './security/limitEvents.ts';
import type { CallTracing } from './tracing/callTracing.ts';
import { createFeedCensus } from './snapshot/feedCensus.ts';
import { openOidc } from './sso/openOidc.ts';
import { type DomainRecords, readDomainRecords } from './sso/readDomainRecords.ts';
import { createCreativeScanner } from './scans/creativeScanner.ts';
import { openScanLists } from './scans/readScanLists.ts';
import { scanWrites } from './scans/scanWrites.ts';
import { openSystem } from './system/openSystem.ts';
import { openTrafficListRefresher } from './trafficLists/trafficListRefresher.ts';
import { startSnapshotNotifier } from './snapshot/snapshotNotifier.ts';

/** The stores, files and log that the process opens for the management API, and closes after it. */
export interface ApiStores {
  postgres: Pick<Postgres, 'pool' | 'db'>;
  clickhouse: Pick<ClickHouse, 'query' | 'stream' | 'insertRows'>;
  media: MediaStore;
  /** Finds the location of an IP address, as ad serving does. Absent = not known. */
  locate?: Locate;
  /** The geolocation databases in use. Absent = not known. */
  databases?: readonly GeoDatabase[];
  /** Versions of the Global Vendor List in GVL_FILE, in their order. Absent = it is not read. */
  vendorFiles?: () => readonly VendorList[];
  /** Reads TXT records; by default with the DNS servers of this machine. */
  domainRecords?: DomainRecords;
  /** Folder of the built console. */
  consoleDir: string;
  logger: Logger;
  /** Metrics of this process; absent where METRICS_PORT is not set. */
  metrics?: Metrics;
  /** Traces calls; absent where OTLP_URL is not set. */
  tracing?: CallTracing;
}

/**
 * Maximum heavy reports that one process runs on the store at a time: the embedded one runs half as many as there are
 * cores.
 */
const maxHeavyReports = 4;

/** Wires the dependencies of the management API over its stores. Nothing is read or written yet. */
export function openDeps(config: Config, { postgres, clickhouse, ...files }: ApiStores, now: () => Date): ApiDeps {
  const { db } = postgres;
  const sealer = createSecretSealer(config);
  const queue = createFairQueue(maxHeavyReports);
  const nodes = openNodeStore(postgres.pool);
  const security = openSecurityLog(db);
  const feeds = createFeedCensus(() => now().getTime());
  const cspReports = openCspReports(db);
  const retention = openRetention(db);
  const scans = openCreativeScans(db);
  const trafficLists = openTrafficListRefresher(config, openTrafficLists(db), {
    now,
    onBlockList: () => scans.makeDue(now().toISOString()),
  });
  const cutoffs = openCutoffs(db);
  const lists = openScanLists(trafficLists, cutoffs);
  const scanner = createCreativeScanner({ config, scans, media: files.media, lists, log: files.logger, now });
  const { entities, changeSets } = scanWrites(openEntityStore(db, sealer), openChangeSets(db, sealer), {
    scanner,
    scans,
    log: files.logger,
    now,
  });

  return {
    domainRecords: readDomainRecords,
    ...files,
    config,
    now,
    entities,
    sessions: openSessionStore(db),
    logins: openLoginStore(db),
    passwords: openPasswordStore(db),
    factors: openFactorStore(db),
    challenges: openChallengeStore(db),
    devices: openDeviceStore(db),
    policies: openPolicyStore(db),
    identityProviders: openIdentityProviders(db),
    ssoIdentities: openSsoIdentities(db),
    scimUsers: openScimUsers(db),
    scimGroups: openScimGroups(db),
    oidc: openOidc({ sealer, internalHosts: config.SSO_INTERNAL_HOSTS, now }),
    log: openChangeLog(db),
    changeSets,
    tokens: openApiTokens(db),
    keys: openApiKeys(db),
    callLimiter: openCallLimiter(config),
    lists: openListMembers(db),
    adsTxt: openAdsTxt(db),
    platform: openPlatformConfig(db),
    personal: openPersonalData(db),
    savedReports: openSavedReports(db),
    exports: openExports(db),
    schedules: openSchedules(db),
    runs: openRuns(db),
    shares: openShares(db),
    savedViews: openSavedViews(db),
    watches: openWatches(db),
    waiting: openWaitingChanges(db),
    security,
    limitedEvents: limitEvents(security, now, files.logger.error),
    sealer,
    sealedSecrets: openSealedSecrets(postgres, sealer, config),
    alertMutes: openAlertMutes(db),
    cutoffs,
    scans,
    scanner,
    finance: openFinance(db),
    verificationImports: openVerificationImports(db),
    mails: openMailQueue(db),
    dailyMails: openDailyMails(db),
    deletions: openDeletionAcceptance(config, db, now),
    dueWork: openDueWork(db),
    caps: openCaps(db),
    floors: openFloors(db),
    ranks: openRanks(db),
    verification: openVerificationPause(db),
    facts: clickhouse,
    loads: clickhouse,
    queue,
    reports: {
      facts: clickhouse,
      entities,
      factsDays: config.FACTS_DAYS,
      rollupDays: config.ROLLUP_DAYS,
      queue,
      now,
    },
    fileDays: config.REPORT_FILE_DAYS,
    mailer: openMailer(config),
    budgets: createBudgetController({
      ledgerStore: openBudgetLedgerStore(db),
      campaigns: (ids) => readCampaigns(db, ids, budgetColumns),
      counted: openCountedSpend(clickhouse),
      now,
    }),
    snapshotNotifier: startSnapshotNotifier(() => entities.version()),
    feeds,
    nodes,
    cspReports,
    retention,
    trafficLists,
    system: openSystem({
      config,
      postgres,
      clickhouse,
      entities,
      nodes,
      backups: openBackupRuns(postgres.pool),
      security,
      feeds,
      cspReports,
      retention,
      trafficLists,
      databases: files.databases ?? [],
      vendorFiles: files.vendorFiles ?? (() => []),
      now,
    }),
    checks: apiChecks(postgres, clickhouse),
  };
}
