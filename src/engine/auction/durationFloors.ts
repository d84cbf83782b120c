import type { Timed } from '#standards/openrtb/types.ts';

/** Floors by ad duration, as in video, audio and deal objects (OpenRTB 2.6, 3.2.35). */
export type DurationFloors = Pick<Timed, 'mincpmpersec' | 'durfloors'>;

/**
 * Returns the object with converted floors: `perAd` converts a CPM, `perSecond` a CPM per second. null when one cannot
 * be converted.
 */
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
