/** The columns of a vendor's file. */
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

export type ResultColumn = (typeof resultColumns)[number];

/** The columns that a file must have. */
export const neededColumns = ['day', 'category', 'imps'] as const satisfies readonly ResultColumn[];

/** The file's heading for each column. */
export type ResultColumns = Partial<Record<ResultColumn, string | undefined>>;
