import { openNodePauses, type NodePauses } from '#storage/backup/nodePauses.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { migrateBesideWorkers } from '#storage/migrations/migrateBesideWorkers.ts';
import { shareInsertLock } from '#storage/shareInsertLock.ts';
import { withServerLock } from '#storage/withServerLock.ts';
import type { Config } from '../config.ts';
import { removeDrafts } from './backup/draftFolder.ts';
import { pauseForBackups } from './backup/pauseForBackups.ts';
import { dropTemporaryTables } from './load/dropTemporaryTables.ts';
import { isRenameInterrupted, renameFormerColumns } from './load/formerColumns.ts';
import { loadLeftovers } from './load/loadLeftovers.ts';
import { startLoader, type Loader, type LoaderOptions } from './load/loader.ts';
import { loaderFolders } from './loaderFolders.ts';
import { factsUntil } from './nightly/factsUntil.ts';
import type { WithoutInserts } from './nightly/reconcileRollups.ts';
import { retainFacts } from './nightly/retainFacts.ts';
import { joinNodes } from './nodes/joinNodes.ts';
import { createLock } from './spool/lock.ts';
import { ensureNodeName } from './spool/ensureNodeName.ts';
import type { EventLog } from './spool/eventLog.ts';
import { lockSpool } from './spool/lockSpool.ts';
import { recoverSpool } from './spool/recoverSpool.ts';
import { slotsOf } from './spool/spoolFiles.ts';

/** The running loader of a node, and what it works with. */
export interface NodeLoader {
  /** Name of the node in the facts. */
  node: string;
  /** The loader’s folder. */
  stateDir: string;
  clickhouse: ClickHouse;
  loader: Loader;
  /** Asks the workers of other nodes to pause; null if PostgreSQL is embedded. */
  pauses: NodePauses | null;
  /** Runs work that changes tables, or needs them unchanged, while no other work of this or another node does. */
  asOnlyNode: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Runs work while no node inserts, within `asOnlyNode`. */
  withoutInserts: WithoutInserts;
  /** Stops loading. Where others share the stores, it loads what is sealed first, for some seconds at most. */
  close(): Promise<void>;
}

/** Less than a role has to close. */
const drainMs = 5000;

/**
 * Starts to load the spools in DATA_DIR: joins the other nodes, finishes what an earlier run left, migrates ClickHouse, and
 * seals the files of processes that no longer exist. Throws SettingsConflict if the node does not fit the installation.
 */
export async function openNodeLoader(
  config: Config,
  clickhouseUrl: string,
  { log, ...given }: { log: EventLog } & Pick<LoaderOptions, 'counts'>,
): Promise<NodeLoader> {
  const clickhouse = openClickHouse(clickhouseUrl, { cluster: config.CLICKHOUSE_CLUSTER });
  const { spoolRoot, stateDir } = loaderFolders(config);
  const node = ensureNodeName(stateDir);
  const { FACTS_DAYS: factsDays, ROLLUP_DAYS: rollupDays, IVT_REVIEW_DAYS: reviewDays } = config;
  const sourceDays = Math.max(1, reviewDays);
  const lifetimeMs = config.TOKEN_LIFETIME_MINUTES * 60_000;
  const joined = await joinNodes(config, { node, spoolRoot, stateDir, log });
  // Nodes with their own ClickHouse need not wait for others.
  const sharedUrl = config.CLICKHOUSE_URL === undefined ? undefined : config.DATABASE_URL;
  const tables = createLock();
  const asOnlyNode = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    tables.run(() =>
      withServerLock(sharedUrl, work, () =>
        log.warn('Waiting for the worker of another node, which is starting, reconciling or making a backup'),
      ),
    );
  const waitForWorkers = () => log.warn('Waiting until all workers have loaded what they have begun');
  await asOnlyNode(async (signal) => {
    const facts = factsUntil(signal, clickhouse);
    // Another node may have renamed the columns that this one's earlier version wrote.
    await renameFormerColumns(facts, stateDir);
    const load = () => loadLeftovers({ stateDir, node, clickhouse: facts, log, lifetimeMs, factsDays, sourceDays });
    const isInterrupted = await isRenameInterrupted(facts);
    if (!isInterrupted) await load();
    await migrateBesideWorkers(clickhouse, migrationFolders.clickhouse, {
      databaseUrl: sharedUrl,
      signal,
      onWait: waitForWorkers,
    });
    await renameFormerColumns(facts, stateDir);
    await joined?.claimFacts(facts);
    if (isInterrupted) await load();
    await dropTemporaryTables(facts);
    await retainFacts(facts, { factsDays, rollupDays, sourceDays });
  });
  sealAbandoned(spoolRoot);
  await removeDrafts(config.DATA_DIR);
  const hits = await joined?.decideHits();
  const inserts = sharedUrl === undefined ? null : await shareInsertLock(sharedUrl, { warn: (text) => log.warn(text) });
  const loader = await startLoader({
    ...given,
    spoolRoot,
    stateDir,
    node,
    clickhouse,
    log,
    lifetimeMs,
    factsDays,
    sourceDays,
    ...(hits ? { hits } : {}),
  });
  inserts?.follow(loader);
  const pauses = joined ? openNodePauses(joined.pool) : null;
  const part =
    joined && pauses
      ? pauseForBackups({ pauses, node, run: joined.run, dataDir: config.DATA_DIR, loader, log })
      : undefined;
  return {
    node,
    stateDir,
    clickhouse,
    loader,
    pauses,
    asOnlyNode,
    withoutInserts: (work) =>
      sharedUrl === undefined
        ? loader.exclusively(() => work(new AbortController().signal))
        : withServerLock(sharedUrl, work, waitForWorkers, 'inserts'),
    async close() {
      await part?.close();
      // A machine that is taken away should leave nothing behind.
      if (joined)
        await withTimeout(
          drainMs,
          loader.drain().catch(() => undefined),
        );
      joined?.stopWaiting();
      inserts?.stopWaiting();
      await loader.stop();
      await inserts?.close();
      await joined?.leave();
      await clickhouse.close();
    },
  };
}

/** Seals the open spool files of processes that no longer exist: no successor may. */
function sealAbandoned(spoolRoot: string): void {
  for (const folder of slotsOf(spoolRoot)) {
    const lock = lockSpool(folder);
    if (!lock) continue;
    recoverSpool(folder);
    lock.release();
  }
}
