import { statfs } from 'node:fs/promises';
import { restoredNodes } from '#events/adopt/nodeFolder.ts';
import { productVersion } from '#runtime/productVersion.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { BackupRuns } from '#storage/backup/backupRuns.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { readMigrationStates } from '#storage/migrations/migrationState.ts';
import type { NodeStore } from '#storage/nodes/nodeStore.ts';
import type { Postgres } from '#storage/postgres.ts';
import type { CspReportStore } from '#storage/system/cspReportStore.ts';
import type { RetentionStore } from '#storage/system/retentionStore.ts';
import { readQueueState, type QueueState } from '#storage/readQueueState.ts';
import type { Config } from '../../config.ts';
import type { FeedCensus } from '../snapshot/feedCensus.ts';
import { createFaultTimes } from './faultTimes.ts';
import { findFaults } from './findFaults.ts';
import type { SecurityLog } from '#storage/security/securityLog.ts';
import { readBackup } from './readBackup.ts';
import { readLists, type ReadLists } from './readLists.ts';
import { readNodes } from './readNodes.ts';
import { readRetention } from './readRetention.ts';
import { readSecurityLog } from './readSecurityLog.ts';
import { readStores } from './readStores.ts';
import type { SystemQueue, SystemState } from './systemContract.ts';

/** The state of the platform’s processes and stores. */
export interface SystemReader {
  /**
   * Reads the state. Read repeatedly, it knows since when conditions last that have no time of their own. Throws if
   * PostgreSQL does not respond.
   */
  read(): Promise<SystemState>;
}

export interface SystemSources extends Omit<ReadLists, 'config'> {
  config: ReadLists['config'] &
    Pick<
      Config,
      'DATA_DIR' | 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'REPORT_FILE_DAYS' | 'SECURITY_LOG_DAYS' | 'SECURITY_LOG_TO'
    >;
  postgres: Pick<Postgres, 'pool' | 'db'>;
  clickhouse: Pick<ClickHouse, 'query'>;
  entities: Pick<EntityStore, 'version'>;
  nodes: Pick<NodeStore, 'list'>;
  backups: Pick<BackupRuns, 'history'>;
  security: Pick<SecurityLog, 'state' | 'unshipped'>;
  feeds: Pick<FeedCensus, 'read'>;
  cspReports: Pick<CspReportStore, 'list'>;
  retention: Pick<RetentionStore, 'list'>;
}

/** Maximum kinds of violations of the content security policy that are shown. */
const cspReportsShown = 20;

/** Opens the reader. Of the state, nothing is read yet. */
export function openSystem(sources: SystemSources): SystemReader {
  const { config, postgres, entities, backups, feeds, now } = sources;
  const times = createFaultTimes();
  const version = productVersion();
  const migrations = readMigrationStates();
  let wasFollowed = false;
  return {
    async read() {
      const at = now();
      const [nodes, stores, queues, backup, securityLog, published, retention, lists, cspReports, disk] =
        await Promise.all([
          readNodes(sources),
          readStores({ ...sources, migrations }),
          readQueueState(postgres.db, at.toISOString()),
          readBackup(backups, at),
          readSecurityLog(sources),
          entities.version(),
          readRetention(sources.retention, config),
          readLists(sources),
          sources.cspReports.list(cspReportsShown),
          statfs(config.DATA_DIR),
        ]);
      const { count, stalled, oldestVersion, ...followers } = feeds.read();
      wasFollowed ||= count > 0;
      const state = {
        version,
        nodes,
        serving: { count, stalled, version: published, oldestVersion },
        stores,
        queues: [...queuesOf(queues, at), ...securityLog.queues],
        backup,
        securityLog: securityLog.state,
        retention,
        lists,
        cspReports,
        disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
      };
      // Ad serving on other machines may follow another API process.
      const expectsServing = wasFollowed || config.DATABASE_URL === undefined;
      const restored = restoredNodes(config.DATA_DIR);
      const faults = findFaults({ ...state, followers, expectsServing, restored }, at.getTime());
      return { at: at.toISOString(), faults: times.record(faults, at), ...state };
    },
  };
}

function queuesOf(state: QueueState, at: Date): SystemQueue[] {
  const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const lateSince = state.schedulesDue === 0 ? null : at.getTime() - state.scheduleLagSeconds * 1000;
  return [
    {
      queue: 'exports',
      waiting: state.exportsQueued,
      running: state.exportsRunning,
      oldestAt: timeOf(state.exportsSince),
    },
    { queue: 'mails', waiting: state.mailsDue, running: null, oldestAt: timeOf(state.mailsSince) },
    { queue: 'schedules', waiting: state.schedulesDue, running: null, oldestAt: timeOf(lateSince) },
    { queue: 'claims', waiting: state.claimsUndecided, running: null, oldestAt: timeOf(state.claimsSince) },
  ];
}
