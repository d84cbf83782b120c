import type { EmitSlotEvent } from '../openSlot.ts';
import type { AdEvent } from '../types.ts';
import type { VastFault } from '../vast/types.ts';

/** VAST error code of a response without an ad, which is not an error. */
const noAdCode = 303;

/** Emits why there is no ad. */
export function emitFaults(emit: EmitSlotEvent, faults: readonly VastFault[], more: Partial<AdEvent> = {}): void {
  for (const { code } of faults) if (code !== noAdCode) emit('error', { ...more, code });
  emit('empty', { ...more, code: 'no_ad' });
}
