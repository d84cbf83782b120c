import { createLearned, isLearning, type LearnedAds, type LearnedAt } from '#engine/buying/createLearned.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';

/** What is known of how ads did; kept up to date until it is closed. */
export interface RunningLearned {
  at: LearnedAt;
  close(): void;
}

/** Asks how the ads of campaigns did; throws when nobody is there. */
export type AskLearned = (campaignIds: readonly number[]) => Promise<LearnedAds>;

const everyMs = 5 * 60_000;
/** While nothing is known yet, campaigns may just not have come. */
const firstMs = 5000;
const mostCampaigns = 20_000;

/**
 * Asks every five minutes how the ads of those campaigns did that bid or rotate by it. What was known stays while nobody
 * answers.
 */
export function startLearned({
  ask,
  snapshot,
  logger,
}: {
  ask: AskLearned;
  snapshot: () => Snapshot;
  logger: Logger;
}): RunningLearned {
  let known = createLearned({ creatives: [], places: [] });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const round = async () => {
    const ids = learningIn(snapshot());
    try {
      if (ids.length > 0) known = createLearned(await ask(ids));
    } catch (error) {
      logger.warn(`ad performance could not be loaded: ${errorText(error)}`);
    }
    if (!isClosed) timer = setTimeout(() => void round(), ids.length > 0 ? everyMs : firstMs);
  };
  timer = setTimeout(() => void round(), firstMs);
  return {
    at: (place) => known(place),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function learningIn({ rows }: Snapshot): number[] {
  const ids: number[] = [];
  for (const row of rows.campaign.values()) {
    if (row.status === 1 && isLearning(row)) ids.push(row.id);
    if (ids.length === mostCampaigns) break;
  }
  return ids;
}
