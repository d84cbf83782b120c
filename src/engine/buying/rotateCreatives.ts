import { seededRank } from '../auction/seededRank.ts';
import type { CompiledCampaign } from './compileCampaign.ts';
import type { CompiledCreative } from './compileCreative.ts';
import type { AdCounts, AdPerformance } from './adPerformance.ts';

type RotatedCampaign = Pick<CompiledCampaign, 'id' | 'rotation' | 'strategy' | 'type'>;

/**
 * Sorts creatives in the order in which their campaign prefers to show them. Even and weighted rotation use a draw.
 * Optimized rotation samples a success rate for each from its counts (Thompson sampling), so a creative with little
 * data is tried as long as it may be the best.
 */
export function rotateCreatives<T extends { creative: CompiledCreative }>(
  fits: readonly T[],
  campaign: RotatedCampaign,
  adPerformance: AdPerformance,
  seed: number,
): readonly T[] {
  if (fits.length < 2) return fits;
  const own = Math.imul(seed ^ campaign.id, 0x9e37_79b1) ^ seed;
  const rank = (creative: CompiledCreative) => {
    if (campaign.rotation === 'optimized') {
      return -sampleRate(successes(campaign), adPerformance.ofCreative(campaign.id, creative.id), own, creative.id);
    }
    return seededRank(own, creative.id, campaign.rotation === 'weighted' ? creative.weight : 1);
  };
  return fits
    .map((fit) => ({ fit, rank: rank(fit.creative) }))
    .sort((a, b) => a.rank - b.rank || a.fit.creative.id - b.fit.creative.id)
    .map(({ fit }) => fit);
}

/**
 * The event by which creatives are rated: the goal of the campaign; otherwise completions for video and audio, clicks
 * for other ads.
 */
function successes({ strategy, type }: RotatedCampaign): (counts: AdCounts) => number {
  const byEnds = strategy.kind === 'vcr' || (strategy.kind === 'flat' && (type === 'video' || type === 'audio'));
  return byEnds ? ({ completes }) => completes : ({ clicks }) => clicks;
}

/** A random rate around the posterior mean, with a normal error. */
function sampleRate(of: (counts: AdCounts) => number, counts: AdCounts | null, seed: number, id: number): number {
  const imps = counts?.imps ?? 0;
  const mean = ((counts ? Math.min(imps, of(counts)) : 0) + 1) / (imps + 2);
  const error = Math.sqrt((mean * (1 - mean)) / (imps + 3));
  // Random ranks are exponential: half a squared radius, which with an angle makes a normal number (Box–Muller).
  const radius = Math.sqrt(2 * seededRank(seed, id, 1));
  const angle = 2 * Math.PI * Math.exp(-seededRank(seed ^ 0x5bd1_e995, id, 1));
  return mean + error * radius * Math.cos(angle);
}
