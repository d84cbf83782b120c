import type { FrequencyCap } from '#model/buying/shapes.ts';

/** The units of the time in which views count, as they follow a number. */
export const unitLabels: Record<FrequencyCap['unit'], string> = { minutes: 'minutes', hours: 'hours', days: 'days' };

/** By what viewers are told apart. */
export const viewerLabels: Record<FrequencyCap['by'], string> = { device: 'Device', address: 'IP address' };

const oneOf: Record<FrequencyCap['unit'], string> = { minutes: 'minute', hours: 'hour', days: 'day' };

/** A frequency cap in a few words: "3 impressions per 24 hours per device". */
export function frequencyText({ imps, per, unit, by }: FrequencyCap): string {
  const views = imps === 1 ? '1 impression' : `${imps.toLocaleString('en-US')} impressions`;
  const time = per === 1 ? oneOf[unit] : `${per} ${unit}`;
  return `${views} per ${time} per ${by === 'device' ? 'device' : 'IP address'}`;
}
