import type { CandidateOutcome } from '#events/record/records.ts';
import { demoNetwork } from '../demoNetwork.ts';
import { seededRandom } from '../seededRandom.ts';
import { pastAuction, type PastWaterfall, type PastWinner } from './pastAuction.ts';
import type { Conditions } from './story.ts';

/** An ad that wins a share of a channel's requests. */
export interface WinShare extends Omit<PastWinner, 'rate'> {
  share: number;
  /** Its mean USD CPM. */
  rate: number;
}

/** The outcomes of one tag without an ad served. */
export interface LossShares {
  tagId: number;
  losses: { outcome: CandidateOutcome; share: number }[];
}

/** The results of a channel's auctions under some conditions, as shares of its requests. */
export interface AuctionShares {
  wins: readonly WinShare[];
  tags: readonly LossShares[];
}

/** Auctions per channel and conditions. */
const sampleSize = 1500;

/** Returns a function that simulates a sample of a waterfall's auctions, once for equal conditions. */
export function createAuctionShares(waterfall: PastWaterfall): (conditions: Conditions) => AuctionShares {
  const known = new Map<string, AuctionShares>();
  return (conditions) => {
    const key = keyOf(conditions);
    const shares = known.get(key) ?? sampleShares(waterfall, conditions);
    known.set(key, shares);
    return shares;
  };
}

function keyOf({ isFloorRaised, failing, day }: Conditions): string {
  const seasonal = demoNetwork.tags.filter(({ season }) => season && day >= season.first && day <= season.last);
  return JSON.stringify([isFloorRaised, [...failing], seasonal.map(({ name }) => name)]);
}

function sampleShares(waterfall: PastWaterfall, conditions: Conditions): AuctionShares {
  const random = seededRandom(17);
  const wins = new Map<string, WinShare>();
  const tags = new Map<number, Map<string, { outcome: CandidateOutcome; share: number }>>();
  const step = 1 / sampleSize;
  for (let index = 0; index < sampleSize; index += 1) {
    const { candidates, winner } = pastAuction(waterfall, conditions, random);
    for (const outcome of candidates) {
      const losses = tags.get(outcome.tagId) ?? new Map<string, { outcome: CandidateOutcome; share: number }>();
      tags.set(outcome.tagId, losses);
      if (outcome.reason === null) continue;
      const key = `${outcome.reason} ${outcome.wasSent}`;
      const loss = losses.get(key) ?? { outcome, share: 0 };
      loss.share += step;
      losses.set(key, loss);
    }
    if (!winner) continue;
    const { rate, ...ad } = winner;
    const key = `${ad.tagId} ${ad.creative}`;
    const win = wins.get(key) ?? { ...ad, share: 0, rate: 0 };
    const share = win.share + step;
    win.rate += ((Number(rate) - win.rate) * step) / share;
    win.share = share;
    wins.set(key, win);
  }
  return {
    wins: [...wins.values()],
    tags: [...tags].map(([tagId, losses]) => ({ tagId, losses: withoutRare([...losses.values()]) })),
  };
}

/** The smallest share of an outcome with rows of its own. */
const minShare = 0.02;

/** Adds rare outcomes to the most frequent one, as every outcome has a row per hour. */
function withoutRare(losses: LossShares['losses']): LossShares['losses'] {
  const [first, ...others] = losses.toSorted((a, b) => b.share - a.share);
  if (!first) return [];
  const frequent = others.filter(({ share }) => share >= minShare);
  const rare = others.reduce((sum, { share }) => sum + (share < minShare ? share : 0), 0);
  return [{ ...first, share: first.share + rare }, ...frequent];
}
