import { multiplierDimensions, type Multiplier } from '#model/buying/shapes.ts';

/** Formats an hour of the day, 0 to 23: "07:00". */
export function hourText(hour: number | string): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Formats a multiplier: "Country DE × 1.5", "Hour of the day 07:00: no bid". */
export function multiplierText({ dimension, value, factor }: Multiplier): string {
  const label = multiplierDimensions.find((each) => each.value === dimension)?.label ?? dimension;
  const where = dimension === 'supplier' ? `#${value}` : dimension === 'hour' ? hourText(value) : value;
  return factor === 0 ? `${label} ${where}: no bid` : `${label} ${where} × ${factor}`;
}
