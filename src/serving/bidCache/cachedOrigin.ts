import { cutoffSubjectOf } from '#engine/auction/cutoffSubjectOf.ts';
import { type CutoffSubject, isCutOff } from '#engine/cutoff/cutoffs.ts';
import { cutoffsOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { identifyCreative } from '../vast/identifyCreative.ts';
import type { SoldAd } from '../vast/signedAd.ts';

/** Whose ad a cached bid is: its account, and what can be cut off of it. */
interface CachedOrigin extends CutoffSubject {
  account: number;
}

/** Writes whose ad a cached bid is, in one line. */
export function writeCachedOrigin(
  markup: Parameters<typeof identifyCreative>[0],
  { plan, decision }: Pick<SoldAd, 'plan' | 'decision'>,
): string {
  const identified = identifyCreative(markup, decision);
  const subject = cutoffSubjectOf(decision.winner, decision.won?.bid ?? null, identified?.identity);
  const supply = { subpublisher: plan.subpublisherId };
  return JSON.stringify({ ...subject, ...supply, account: plan.demandId } satisfies CachedOrigin);
}

/** Whether the ad of a cached bid is of something that is cut off now. */
export function isCachedCutOff(snapshot: Snapshot, origin: string): boolean {
  if (snapshot.rows.cutoff.size === 0) return false;
  const { account, ...subject } = JSON.parse(origin) as CachedOrigin;
  const cutoffs = cutoffsOf(snapshot, account);
  return cutoffs !== null && isCutOff(cutoffs, subject);
}
