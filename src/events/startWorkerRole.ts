import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { migrateClickHouse } from '#storage/clickhouseMigrations.ts';
import { accountsWithCreativePruning } from '#storage/entities/accountsWithCreativePruning.ts';
import { deleteUnusedMedia } from '#storage/media/deleteUnusedMedia.ts';
import { openMedia, uploadsFolder } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { startBackups } from './backup/startBackups.ts';
import { dropTemporaryTables } from './load/dropTemporaryTables.ts';
import { factsUntil } from './nightly/factsUntil.ts';
import { pruneCreatives } from './nightly/pruneCreatives.ts';
import { isRenameInterrupted, renameFormerColumns } from './load/formerColumns.ts';
import { joinNodes } from './nodes/joinNodes.ts';
import { loadLeftovers } from './load/loadLeftovers.ts';
import { startLoader } from './load/loader.ts';
import { runNightly } from './nightly/nightly.ts';
import { createLoadCounts } from './metrics/workerMetrics.ts';
import { lockSpool } from './spool/lockSpool.ts';
import { ensureNodeName } from './spool/ensureNodeName.ts';
import { reconcileNightly } from './nightly/reconcileNightly.ts';
import { recoverSpool } from './spool/recoverSpool.ts';
import { retainFacts } from './nightly/retainFacts.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url));
/** Minutes of the day, UTC: 02:30, 03:30 and 04:00. */
const reconcileMinute = 150;
const pruneMinute = 210;
const mediaMinute = 240;

/** Starts the worker: loads the spools of this machine, and reconciles every night. */
export async function startWorkerRole(
  config: Config,
  stores: StoreUrls,
  { metrics }: Telemetry = noTelemetry,
): Promise<RunningRole> {
  const log = createLogger({ level: config.LOG_LEVEL, role: 'worker', secrets: secretsOf(config, stores) });
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const spoolRoot = join(config.DATA_DIR, 'spool');
  const stateDir = join(config.DATA_DIR, 'loader');
  const node = ensureNodeName(stateDir);
  const factsDays = config.FACTS_DAYS;
  const counts = metrics ? createLoadCounts(metrics, { spoolRoot, stateDir, now: Date.now }) : undefined;
  const reconciliations = ['done', 'failed'].map((result) => metrics?.counter(metricCatalog.reconciliations, result));
  const lifetimeMs = config.TOKEN_LIFETIME_MINUTES * 60_000;
  const joined = await joinNodes(config, { node, spoolRoot, stateDir, log });
  // Nodes with their own ClickHouse need not wait for others.
  const sharedUrl = config.CLICKHOUSE_URL === undefined ? undefined : config.DATABASE_URL;
  const asOnlyNode = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withServerLock(sharedUrl, work, () =>
      log.warn('Waiting for the worker of another node, which is starting or reconciling'),
    );
  await asOnlyNode(async (signal) => {
    const facts = factsUntil(signal, clickhouse);
    // Another node may have renamed the columns that this one's earlier version wrote.
    await renameFormerColumns(facts, stateDir);
    const load = () => loadLeftovers({ stateDir, node, clickhouse: facts, log, lifetimeMs, factsDays });
    const isInterrupted = await isRenameInterrupted(facts);
    if (!isInterrupted) await load();
    await migrateClickHouse(clickhouse, migrationsDir, signal);
    await renameFormerColumns(facts, stateDir);
    await joined?.claimFacts(facts);
    if (isInterrupted) await load();
    await dropTemporaryTables(facts);
    await retainFacts(facts, { factsDays, rollupDays: config.ROLLUP_DAYS });
  });
  sealAbandoned(spoolRoot);
  const hits = await joined?.decideHits();
  const loader = await startLoader({
    spoolRoot,
    stateDir,
    node,
    clickhouse,
    log,
    lifetimeMs,
    factsDays,
    ...(hits ? { hits } : {}),
    ...(counts ? { counts } : {}),
  });
  const backups = await startBackups({
    config,
    stores,
    node,
    loader,
    log,
    asOnlyNode: (work) =>
      withServerLock(config.DATABASE_URL, work, () => log.info('Waiting for the backup of another node'), 'backup'),
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
    async close() {
      await backups.close();
      nightly.stop();
      creativePruning.stop();
      mediaCleanup.stop();
      joined?.stopWaiting();
      await loader.stop();
      await joined?.leave();
      await clickhouse.close();
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

/** Seals the open spool files of processes that no longer exist: no successor may. */
function sealAbandoned(spoolRoot: string): void {
  for (const slot of existsSync(spoolRoot) ? readdirSync(spoolRoot, { withFileTypes: true }) : []) {
    if (!slot.isDirectory()) continue;
    const folder = join(spoolRoot, slot.name);
    const lock = lockSpool(folder);
    if (!lock) continue;
    recoverSpool(folder);
    lock.release();
  }
}
