/** The days of the week in a targeting, from Monday. */
export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const shortDays = dayNames.map((name) => name.slice(0, 3));

const week = 168;

/** The hours `from` (inclusive) to `before` (exclusive) of the given days, 0 = Monday. */
function hoursBetween(days: readonly number[], from: number, before: number): number[] {
  return days.flatMap((day) => Array.from({ length: before - from }, (_, index) => day * 24 + from + index));
}

const workdays = [0, 1, 2, 3, 4];

/** Common selections of hours. */
export const presets: readonly { label: string; hours: readonly number[] }[] = [
  { label: 'Always', hours: [] },
  { label: 'Workdays', hours: hoursBetween(workdays, 0, 24) },
  { label: 'Office hours', hours: hoursBetween(workdays, 9, 18) },
  { label: 'Evenings', hours: hoursBetween([...workdays, 5, 6], 18, 24) },
  { label: 'Weekend', hours: hoursBetween([5, 6], 0, 24) },
];

/** Adds or removes hours; the result is sorted. */
export function withHours(value: readonly number[], changed: readonly number[], isOn: boolean): number[] {
  const hours = new Set(value);
  for (const hour of changed) {
    if (isOn) hours.add(hour);
    else hours.delete(hour);
  }
  return [...hours].sort((a, b) => a - b);
}

/** The hour that a key moves to; null for a key that does not move. Moves end at the edge of the grid. */
export function movedHour(hour: number, key: string): number | null {
  const day = Math.floor(hour / 24);
  switch (key) {
    case 'ArrowRight':
      return hour % 24 === 23 ? hour : hour + 1;
    case 'ArrowLeft':
      return hour % 24 === 0 ? hour : hour - 1;
    case 'ArrowDown':
      return day === 6 ? hour : hour + 24;
    case 'ArrowUp':
      return day === 0 ? hour : hour - 24;
    case 'Home':
      return day * 24;
    case 'End':
      return day * 24 + 23;
    default:
      return null;
  }
}

/** The hours of a move: all between within the same day, otherwise only the two ends. */
export function hoursFromTo(from: number, to: number): number[] {
  if (Math.floor(from / 24) !== Math.floor(to / 24)) return [from, to];
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
}

/** Describes the number of selected hours. */
export function textOfHours(value: readonly number[]): string {
  if (value.length === 0) return 'No hours selected: applies at all times.';
  if (value.length === week) return 'All hours selected: applies at all times.';
  return `${value.length} of ${week} hours, in the account’s time zone.`;
}
