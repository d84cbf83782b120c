import type { Tell } from '../openSlot.ts';
import type { AdEvent } from '../types.ts';
import type { VastFault } from '../vast/types.ts';

/** The code of a response without an ad: that is no fault. */
const noAd = 303;

/** Tells the page why there is no ad. */
export function tellFaults(tell: Tell, faults: readonly VastFault[], more: Partial<AdEvent> = {}): void {
  for (const { code } of faults) if (code !== noAd) tell('error', { ...more, code });
  tell('empty', { ...more, code: 'no_ad' });
}
