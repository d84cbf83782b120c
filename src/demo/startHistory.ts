import { openFactBatches } from '#events/load/factBatches.ts';
import type { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { Config } from '../config.ts';
import type { StoreUrls } from '../processes/roles.ts';
import {
  progressPathIn,
  readProgress,
  writeHistory,
  type HistoryOptions,
  type HistoryProgress,
} from './past/history.ts';
import { activeNetwork, readPaused } from './past/activeNetwork.ts';
import { backdateLog } from './past/backdateLog.ts';
import type { PastSource } from './past/channelRows.ts';
import { createPastSources } from './past/pastSources.ts';
import type { SeededNetwork } from './seed.ts';

/** The demo's history, which is continued every minute. */
export interface RunningHistory {
  /** Resolves when the past is written: with its times if it is that of a new demo, otherwise with null. */
  written: Promise<HistoryProgress | null>;
  /** Stops after the current batch. */
  close(): Promise<void>;
}

const intervalMs = 60_000;

/** Name of the history's node in the facts. */
const node = 'demo';

/** Writes the history of a new demo, and from then on the facts of every minute that has passed. */
export function startHistory(
  network: SeededNetwork,
  { config, stores, logger }: { config: Config; stores: StoreUrls; logger: ReturnType<typeof createLogger> },
): RunningHistory {
  const progressPath = progressPathIn(config.DATA_DIR);
  const progress = readProgress(progressPath, { days: config.DEMO_HISTORY_DAYS, now: Date.now() });
  if (!progress) return { written: Promise.resolve(null), close: () => Promise.resolve() };
  const stopping = new AbortController();
  const batches = openFactBatches(stores.clickhouseUrl, { node, epoch: progress.installedAt });
  const postgres = openPostgres(stores.databaseUrl, { maxConnections: 1 });
  let current: { key: string; sources: readonly PastSource[] } | null = null;
  // Sources sample auctions: they are created again only when something was paused or activated.
  const currentSources = async () => {
    const paused = await readPaused(postgres, network.account.id);
    const key = JSON.stringify(paused);
    if (current?.key !== key) current = { key, sources: createPastSources(activeNetwork(network, paused), progress) };
    return current.sources;
  };
  const options: HistoryOptions = {
    progressPath,
    progress,
    sources: createPastSources(network, progress),
    currentSources,
    batches,
    now: Date.now,
    signal: stopping.signal,
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = writeHistory(options)
      // The store is down: the next minute writes what is missing.
      .catch((error: unknown) => logger.error(`The demo’s history is behind: ${errorText(error)}`))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(run, intervalMs);
      });
    return running;
  };
  const isNew = progress.from === progress.until;
  const begin = async () => {
    if (isNew) await backdateLog(stores.databaseUrl, progress);
    await run();
    return isNew && progress.from === progress.start ? progress : null;
  };
  return {
    written: begin(),
    async close() {
      stopping.abort();
      clearTimeout(timer);
      await running;
      await Promise.all([batches.close(), postgres.close()]);
    },
  };
}
