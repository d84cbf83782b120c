import type { LearnedAds } from '#engine/buying/createLearned.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';
import type { AskLearned } from './startLearned.ts';

/** Two weeks of facts may take their time. */
const timeoutMs = 30_000;

/** Asks the control plane. */
export function httpLearned(plane: Pick<ControlPlane, 'post'>): AskLearned {
  return (campaignIds) => plane.post<LearnedAds>('/internal/learned', { campaignIds }, timeoutMs);
}
