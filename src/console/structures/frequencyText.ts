import type { FrequencyCap } from '#model/buying/shapes.ts';

/** Labels of the units of a cap's period, as they follow a number. */
export const unitLabels: Record<FrequencyCap['unit'], string> = { minutes: 'minutes', hours: 'hours', days: 'days' };

/** Labels of how viewers are identified. */
export const viewerLabels: Record<FrequencyCap['by'], string> = { device: 'Device', address: 'IP address' };

const oneOf: Record<FrequencyCap['unit'], string> = { minutes: 'minute', hours: 'hour', days: 'day' };

/** Formats a frequency cap: "3 impressions per 24 hours per device". */
export function frequencyText({ imps, per, unit, by }: FrequencyCap): string {
  const views = imps === 1 ? '1 impression' : `${imps.toLocaleString('en-US')} impressions`;
  const time = per === 1 ? oneOf[unit] : `${per} ${unit}`;
  return `${views} per ${time} per ${by === 'device' ? 'device' : 'IP address'}`;
}
