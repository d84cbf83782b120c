import type { Timed } from '#standards/openrtb/types.ts';

/** Floors that depend on how long an ad is, as video, audio and deals name them (OpenRTB 2.6, 3.2.35). */
export type DurationFloors = Pick<Timed, 'mincpmpersec' | 'durfloors'>;

/** The same object with other floors: `perAd` converts a CPM, `perSecond` that of a second. null where one cannot be converted. */
export function convertDurationFloors<T extends DurationFloors>(
  object: T,
  perAd: (cpm: number) => number | null,
  perSecond: (cpm: number) => number | null = perAd,
): T | null {
  const { mincpmpersec, durfloors } = object;
  if (mincpmpersec === undefined && durfloors === undefined) return object;
  const converted: T = { ...object };
  if (mincpmpersec !== undefined) {
    const cpm = perSecond(mincpmpersec);
    if (cpm === null) return null;
    converted.mincpmpersec = cpm;
  }
  if (durfloors === undefined) return converted;
  converted.durfloors = [];
  for (const range of durfloors) {
    const bidfloor = perAd(range.bidfloor ?? 0);
    if (bidfloor === null) return null;
    converted.durfloors.push({ ...range, bidfloor });
  }
  return converted;
}
