import { cutoffSubjectOf } from '#engine/auction/cutoffSubjectOf.ts';
import { type CutoffSubject, isCutOff } from '#engine/cutoff/cutoffs.ts';
import { cutoffsOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { SoldAd } from '../vast/signedAd.ts';

/** Whose ad a cached bid is: its account, and what can be cut off of it. */
interface CachedOrigin extends CutoffSubject {
  account: number;
}

/** Writes whose ad a cached bid is, in one line. */
export function writeCachedOrigin({ plan, decision, record }: Pick<SoldAd, 'plan' | 'decision' | 'record'>): string {
  const subject = cutoffSubjectOf(decision.winner, decision.won?.bid ?? null);
  const crids = [...new Set([...(subject.crids ?? []), ...(record.creative === '' ? [] : [record.creative])])];
  const supply = { subpublisher: plan.subpublisherId };
  return JSON.stringify({ ...subject, ...supply, crids, account: plan.demandId } satisfies CachedOrigin);
}

/** Whether the ad of a cached bid is of something that is cut off now. */
export function isCachedCutOff(snapshot: Snapshot, origin: string): boolean {
  if (snapshot.rows.cutoff.size === 0) return false;
  const { account, ...subject } = JSON.parse(origin) as CachedOrigin;
  const cutoffs = cutoffsOf(snapshot, account);
  return cutoffs !== null && isCutOff(cutoffs, subject);
}
