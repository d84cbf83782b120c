import { maxWhatIfDays } from '#model/whatif/whatIf.ts';

/** The periods of a what-if, in days. */
export const dayOptions = [
  { value: '1', label: 'Today' },
  { value: '3', label: 'Last 3 days' },
  { value: String(maxWhatIfDays), label: `Last ${maxWhatIfDays} days` },
];
