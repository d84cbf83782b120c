import type { ObservedCreative, ReturnedCreative } from './records.ts';

/** Keys of records that an earlier version wrote: they may be in the spool when this one starts. */
export interface FormerMore {
  /** Verification vendors. */
  scans?: number;
  /** The verification fee. */
  scanFee?: number;
}

/** A further creative as a record has it; earlier versions called what is declared of it `told`. */
export type StoredCreative = ReturnedCreative | { key: string; told: ObservedCreative };

/** Further creatives under the present names. What has another shape is left to recordFault. */
export function returnedCreativesOf(creatives: readonly StoredCreative[]): readonly ReturnedCreative[] {
  if (!Array.isArray(creatives)) return creatives as readonly ReturnedCreative[];
  return (creatives as readonly (StoredCreative | null)[]).map((creative) => {
    if (typeof creative !== 'object' || creative === null || !('told' in creative)) return creative as ReturnedCreative;
    const { told, ...rest } = creative;
    return { ...rest, declared: told };
  });
}
