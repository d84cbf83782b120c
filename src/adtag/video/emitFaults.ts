import type { EmitSlotEvent } from '../openSlot.ts';
import type { AdEvent } from '../types.ts';
import type { VastFault } from '../vast/types.ts';

/** The code of a response without an ad: that is no fault. */
const noAdCode = 303;

/** Tells the page why there is no ad. */
export function emitFaults(emit: EmitSlotEvent, faults: readonly VastFault[], more: Partial<AdEvent> = {}): void {
  for (const { code } of faults) if (code !== noAdCode) emit('error', { ...more, code });
  emit('empty', { ...more, code: 'no_ad' });
}
