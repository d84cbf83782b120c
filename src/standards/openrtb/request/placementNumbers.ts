import type { Video } from '../types.ts';

/** AdCOM's `plcmt` by the older `placement` numbers. */
const plcmtByPlacement: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 4],
  [3, 4],
  [4, 4],
  [5, 3],
]);

/** The closest `placement` by `plcmt`. Video with accompanying content (2) had none. */
const placementByPlcmt: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [3, 5],
  [4, 3],
]);

/** AdCOM's list "Plcmt Subtypes - Video". */
const listedPlcmts: ReadonlySet<number> = new Set([1, 2, 3, 4]);

/** `plcmt` of OpenRTB 2.6 for a `placement` of 2.5; undefined for an undefined number. */
export function plcmtOf(placement: number): number | undefined {
  return plcmtByPlacement.get(placement);
}

/** `placement` of OpenRTB 2.5 for a `plcmt` of 2.6; undefined where 2.5 has none. */
export function placementOf(plcmt: number): number | undefined {
  return placementByPlcmt.get(plcmt);
}

/** The placement of a video, by the numbers of OpenRTB 2.6 and 2.5. */
export type Placement = Pick<Video, 'plcmt' | 'placement'>;

/**
 * The placement that a request declares, each number derived from the other where it is absent. Numbers that are in no
 * list (AdCOM, "Plcmt Subtypes - Video" and "Placement Subtypes - Video") declare nothing.
 */
export function listedPlacement({ plcmt, placement }: Placement): Placement {
  const older = placement !== undefined && plcmtByPlacement.has(placement) ? placement : undefined;
  const newer = plcmt !== undefined && listedPlcmts.has(plcmt) ? plcmt : undefined;
  const known = newer ?? (older === undefined ? undefined : plcmtOf(older));
  return { plcmt: known, placement: older ?? (known === undefined ? undefined : placementOf(known)) };
}
