import type { ResultColumn } from '#api/verification/resultColumns.ts';
import { guessHeadings, type CsvColumn } from '../../csv/guessHeadings.ts';

/** The heading of each column in a vendor's file; '' = none. */
export type ResultChoice = Record<ResultColumn, string>;

/** The columns of a vendor's file, in display order. */
export const resultColumns = [
  { key: 'day', label: 'Day or hour (UTC)', isNeeded: true, guess: /^(day|date|hour|time)\b/i },
  {
    key: 'category',
    label: 'Category',
    isNeeded: true,
    guess: /^(ivt |fraud |threat |traffic )?(category|verdict|classification|type|result)\b/i,
  },
  {
    key: 'viewable',
    label: 'Viewable impressions',
    isNeeded: false,
    guess: /^(viewable|in-?view)/i,
  },
  {
    key: 'imps',
    label: 'Impressions',
    isNeeded: true,
    guess: /^((total|measured|scanned) )?(imps?\b|impressions|events|count)/i,
  },
  { key: 'channel', label: 'Channel', isNeeded: false, guess: /^(channel|placement)( ?id)?$/i },
  { key: 'tag', label: 'Tag', isNeeded: false, guess: /^(tag|line( item)?)( ?id)?$/i },
  {
    key: 'publisher',
    label: 'Publisher ID in requests',
    isNeeded: false,
    guess: /^(pub[_ ]?id|declared publisher|publisher ?id)$/i,
  },
  {
    key: 'subpublisher',
    label: 'Sub-publisher',
    isNeeded: false,
    guess: /^((sub-?)?publisher|supply partner)( ?id)?$/i,
  },
  { key: 'advertiser', label: 'Advertiser', isNeeded: false, guess: /^(advertiser|demand partner)( ?id)?$/i },
  { key: 'site', label: 'Site', isNeeded: false, guess: /^(site|domain|page|url)\b/i },
  { key: 'app', label: 'App', isNeeded: false, guess: /^(app|bundle)([_ ]?(bundle|id))?$/i },
  { key: 'environment', label: 'Environment', isNeeded: false, guess: /^(environment|supply[_ ]type)$/i },
  { key: 'country', label: 'Country', isNeeded: false, guess: /^(country|geo)\b/i },
  { key: 'device', label: 'Device type', isNeeded: false, guess: /^device/i },
  { key: 'os', label: 'Operating system', isNeeded: false, guess: /^(os|operating system)\b/i },
] as const satisfies readonly CsvColumn<ResultColumn>[];

/** Guesses the column of each heading. A heading is used once. */
export function guessResultColumns(headings: readonly string[]): ResultChoice {
  return guessHeadings(resultColumns, headings);
}
