/** What the columns of a vendor's file hold. */
export const resultColumns = [
  'day',
  'category',
  'imps',
  'viewable',
  'channel',
  'tag',
  'subpublisher',
  'advertiser',
  'site',
  'app',
  'publisher',
  'environment',
  'country',
  'device',
  'os',
] as const;

/** One of them. */
export type ResultColumn = (typeof resultColumns)[number];

/** The columns that a file cannot do without. */
export const neededColumns = ['day', 'category', 'imps'] as const satisfies readonly ResultColumn[];

/** Headings of a file by what their columns hold. */
export type ResultColumns = Partial<Record<ResultColumn, string | undefined>>;
