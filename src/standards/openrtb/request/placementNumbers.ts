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

/** `plcmt` of OpenRTB 2.6 for a `placement` of 2.5; undefined for an undefined number. */
export function plcmtOf(placement: number): number | undefined {
  return plcmtByPlacement.get(placement);
}

/** `placement` of OpenRTB 2.5 for a `plcmt` of 2.6; undefined where 2.5 has none. */
export function placementOf(plcmt: number): number | undefined {
  return placementByPlcmt.get(plcmt);
}
