import { guessHeadings, type CsvColumn } from '../../csv/guessHeadings.ts';

/** The heading of each column in a file; '' = none. */
export interface ColumnChoice {
  day: string;
  object: string;
  imps: string;
  revenue: string;
  clicks: string;
  reqs: string;
}

/** The columns of a partner's file, in display order. */
export const numberColumns = [
  { key: 'day', label: 'Day', isNeeded: true, guess: /^(day|date)\b/i },
  {
    key: 'object',
    label: 'Name or ID',
    isNeeded: true,
    guess: /^(name|advertiser|tag|channel|sub-?publisher|publisher|partner|site|placement|id)\b/i,
  },
  { key: 'imps', label: 'Impressions', isNeeded: true, guess: /^(paid |billable )?imp/i },
  { key: 'revenue', label: 'Revenue (USD)', isNeeded: false, guess: /^(revenue|rev|amount|spend|earnings|cost)\b/i },
  { key: 'clicks', label: 'Clicks', isNeeded: false, guess: /^clicks?\b/i },
  { key: 'reqs', label: 'Requests', isNeeded: false, guess: /^(requests?|reqs|calls|opportunities)\b/i },
] as const satisfies readonly CsvColumn<keyof ColumnChoice>[];

/** Guesses the column of each heading. A heading is used once. */
export function guessColumns(headings: readonly string[]): ColumnChoice {
  return guessHeadings(numberColumns, headings);
}
