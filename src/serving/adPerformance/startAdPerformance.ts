import {
  createAdPerformance,
  usesAdPerformance,
  type AdPerformanceData,
  type AdPerformanceAt,
} from '#engine/buying/createAdPerformance.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';

/** Ad performance per placement, refreshed until `close` is called. */
export interface RunningAdPerformance {
  at: AdPerformanceAt;
  close(): void;
}

/** Fetches how the ads of these campaigns performed. Throws when the control plane cannot be reached. */
export type FetchAdPerformance = (campaignIds: readonly number[]) => Promise<AdPerformanceData>;

const intervalMs = 5 * 60_000;
/** Shorter interval while the snapshot has no such campaigns: it may not have loaded yet. */
const retryIntervalMs = 5000;
const maxCampaigns = 20_000;

/**
 * Refreshes every five minutes the performance of the campaigns that bid or rotate creatives by it. When a refresh
 * fails, the last data stay in use.
 */
export function startAdPerformance({
  fetchPerformance,
  snapshot,
  logger,
}: {
  fetchPerformance: FetchAdPerformance;
  snapshot: () => Snapshot;
  logger: Logger;
}): RunningAdPerformance {
  let known = createAdPerformance({ creatives: [], places: [] });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const refresh = async () => {
    const ids = optimizedCampaignIds(snapshot());
    try {
      if (ids.length > 0) known = createAdPerformance(await fetchPerformance(ids));
    } catch (error) {
      logger.warn(`ad performance could not be loaded: ${errorText(error)}`);
    }
    if (!isClosed) timer = setTimeout(() => void refresh(), ids.length > 0 ? intervalMs : retryIntervalMs);
  };
  timer = setTimeout(() => void refresh(), retryIntervalMs);
  return {
    at: (place) => known(place),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function optimizedCampaignIds({ rows }: Snapshot): number[] {
  const ids: number[] = [];
  for (const row of rows.campaign.values()) {
    if (row.status === 1 && usesAdPerformance(row)) ids.push(row.id);
    if (ids.length === maxCampaigns) break;
  }
  return ids;
}
