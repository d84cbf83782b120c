import type { LearnedAds } from '#engine/buying/createLearned.ts';
import { openControlPlane } from '../controlPlane.ts';
import type { AskLearned } from './startLearned.ts';

/** Two weeks of facts may take their time. */
const timeoutMs = 30_000;

/** Asks the control plane at a base URL, with the installation's secret. */
export function httpLearned(baseUrl: string, secret: string): { ask: AskLearned; close: () => Promise<void> } {
  const plane = openControlPlane(baseUrl, secret, timeoutMs);
  return {
    ask: (campaignIds) => plane.post<LearnedAds>('/internal/learned', { campaignIds }),
    close: () => plane.close(),
  };
}
