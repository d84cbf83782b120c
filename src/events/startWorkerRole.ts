import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import { accountsWithCreativePruning } from '#storage/entities/accountsWithCreativePruning.ts';
import { deleteUnusedMedia } from '#storage/media/deleteUnusedMedia.ts';
import { openMedia, uploadsFolder } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { adoptRestored } from './adopt/adoptRestored.ts';
import { startBackups } from './backup/startBackups.ts';
import { factsUntil } from './nightly/factsUntil.ts';
import { pruneCreatives } from './nightly/pruneCreatives.ts';
import { runNightly } from './nightly/nightly.ts';
import { createLoadCounts } from './metrics/workerMetrics.ts';
import { loaderFolders } from './loaderFolders.ts';
import { openNodeLoader, type NodeLoader } from './openNodeLoader.ts';
import { reconcileNightly } from './nightly/reconcileNightly.ts';

/** Minutes of the day, UTC: 02:30, 03:30 and 04:00. */
const reconcileMinute = 150;
const pruneMinute = 210;
const mediaMinute = 240;

/** The running worker, and what other work in its process needs of it. */
export interface RunningWorker extends RunningRole, Pick<NodeLoader, 'clickhouse' | 'asOnlyNode' | 'withoutInserts'> {}

/** Starts the worker: loads the spools of this machine, and reconciles every night. */
export async function startWorkerRole(
  config: Config,
  stores: StoreUrls,
  { metrics }: Telemetry = noTelemetry,
): Promise<RunningWorker> {
  const log = createLogger({ level: config.LOG_LEVEL, role: 'worker', secrets: secretsOf(config, stores) });
  const counts = metrics ? createLoadCounts(metrics, { ...loaderFolders(config), now: Date.now }) : undefined;
  const reconciliations = ['done', 'failed'].map((result) => metrics?.counter(metricCatalog.reconciliations, result));
  const opened = await openNodeLoader(config, stores.clickhouseUrl, { log, ...(counts ? { counts } : {}) });
  const { node, stateDir, clickhouse, loader, pauses, asOnlyNode, withoutInserts } = opened;
  const factsDays = config.FACTS_DAYS;
  const stopping = new AbortController();
  const adopting = adoptRestored(config, stores.clickhouseUrl, { log, stop: stopping.signal });
  const backups = await startBackups({
    config,
    stores,
    node,
    loader,
    pauses,
    log,
    asOnlyNode,
    asOnlyBackup: (work) =>
      withServerLock(config.DATABASE_URL, work, () => log.info('Waiting for the backup of another node'), 'backup'),
    metrics,
  });
  const nightly = runNightly(reconcileMinute, async () => {
    try {
      const report = await asOnlyNode((signal) =>
        reconcileNightly({
          clickhouse: factsUntil(signal, clickhouse),
          node,
          stateDir,
          factsDays,
          now: Date.now(),
          log,
          loader,
          withoutInserts,
        }),
      );
      reconciliations[0]?.add();
      log.info(`Reconciled: ${JSON.stringify(report)}`);
    } catch (error) {
      reconciliations[1]?.add();
      log.error(`Reconciliation failed: ${errorText(error)}`);
    }
  });
  const creativePruning = runNightly(pruneMinute, async () => {
    try {
      const demandIds = await readAccountsToPrune(stores.databaseUrl);
      const removed = await pruneCreatives(clickhouse, { demandIds, now: Date.now() });
      if (removed > 0) log.info(`Deleted ${removed} old observed creatives`);
    } catch (error) {
      log.error(`Old observed creatives could not be deleted: ${errorText(error)}`);
    }
  });
  const mediaCleanup = runNightly(mediaMinute, async () => {
    try {
      const removed = await cleanUpMedia(config, stores.databaseUrl);
      if (removed > 0) log.info(`Deleted ${removed} files that no creative uses any more`);
    } catch (error) {
      log.error(`Unused creative files could not be deleted: ${errorText(error)}`);
    }
  });
  return {
    clickhouse,
    asOnlyNode,
    withoutInserts,
    async close() {
      stopping.abort();
      await adopting;
      await backups.close();
      nightly.stop();
      creativePruning.stop();
      mediaCleanup.stop();
      await opened.close();
    },
  };
}

/** Opens a connection for this nightly query only. */
async function readAccountsToPrune(databaseUrl: string): Promise<number[]> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  try {
    return await accountsWithCreativePruning(postgres.db);
  } finally {
    await postgres.close();
  }
}

async function cleanUpMedia(config: Config, databaseUrl: string): Promise<number> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  try {
    return await deleteUnusedMedia(postgres.db, { media, uploads: uploadsFolder(config.DATA_DIR), now: Date.now() });
  } finally {
    await media.close();
    await postgres.close();
  }
}
