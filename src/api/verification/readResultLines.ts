import { environments, verificationCategories, type Fault, type VerificationCategory } from '#model/index.ts';
import { countries } from '#model/reference/countries.ts';
import { devices } from '#model/reference/devices.ts';
import { operatingSystems } from '#model/reference/operatingSystems.ts';
import { hostOf } from '#standards/requestPage.ts';
import { countOfCell, timeOfCell, type CellTime } from '../csv/cellValues.ts';
import type { IdOfCell } from '../csv/idsOfCells.ts';
import { lineFault, maxTableFaults, openTable, type TableHead } from '../csv/openTable.ts';
import type { ResultColumn, ResultColumns } from './resultColumns.ts';

/** The objects that lines can name. */
export const resultObjects = ['channel', 'tag', 'subpublisher', 'advertiser'] as const;
export type ResultObject = (typeof resultObjects)[number];

/** A vendor's result for some impressions; ids are 0 and texts empty when the file does not have them. */
export interface ResultLine extends Record<ResultObject, number> {
  day: string;
  /** Hour of the day, UTC; null when the file has whole days. */
  hour: number | null;
  category: VerificationCategory;
  environment: string;
  site: string;
  app: string;
  publisher: string;
  country: string;
  device: string;
  os: string;
  found: number;
  viewable: number;
  /** Impressions for which the file has a number of viewable ones. */
  viewabilityReported: number;
}

/** A parsed vendor's file: lines about the same are added up. */
export interface ReadResults extends TableHead {
  lines: ResultLine[];
  faults: Fault[];
}

/** The allowed days and objects of a file. */
export interface ResultBounds {
  /** First and last day, YYYY-MM-DD, UTC. */
  from: string;
  to: string;
  idOf: Record<ResultObject, IdOfCell>;
}

const maxCharacters = 255;

const fold = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The ids of a closed list, by each of their names. */
function namesOf(items: readonly { id: string; label: string }[]): Map<string, string> {
  return new Map(items.flatMap(({ id, label }) => [[fold(label), id] as const, [fold(id), id] as const]));
}

const closed = {
  environment: namesOf(environments.map(({ value, label }) => ({ id: value, label }))),
  country: namesOf(countries.map(({ id, name }) => ({ id, label: name }))),
  device: namesOf(devices),
  os: namesOf(operatingSystems),
} as const;

/** A file may have only the kind, which stands for an unspecified category of it. */
const categories = namesOf([
  ...Object.entries(verificationCategories).map(([id, { label }]) => ({ id, label })),
  ...(['givt', 'sivt'] as const).map((kind) => ({ id: `other_${kind}`, label: kind })),
]);

/**
 * Parses a vendor's file. Without `columns` only its headings and first lines are read. Every faulty line is reported.
 */
export function readResultLines(text: string, columns: ResultColumns | null, bounds: ResultBounds): ReadResults {
  const { lines: records, faults, ...head } = openTable<ResultColumn>(text, columns);
  const sums = new Map<string, ResultLine>();
  for (const { line, cellOf } of records) {
    const result = lineOf(
      (key) => cellOf(key) ?? '',
      bounds,
      (column, code, message) => faults.push(lineFault(line, column, code, message)),
    );
    if (result) add(sums, result);
  }
  const lines = [...sums.values()];
  // Midnight beside other hours is an hour; otherwise it stands for the day.
  const isByDay = lines.every(({ hour }) => hour === null || hour === 0);
  return {
    ...head,
    lines: isByDay ? lines.map((line) => ({ ...line, hour: null })) : lines,
    faults: faults.slice(0, maxTableFaults),
  };
}

type AddFault = (column: ResultColumn, code: string, message: string) => void;

/** Parses a line; null when it has faults, which are added. */
function lineOf(cellOf: (column: ResultColumn) => string, bounds: ResultBounds, addFault: AddFault): ResultLine | null {
  let isFaulty = false;
  const fail: AddFault = (...details) => {
    isFaulty = true;
    addFault(...details);
  };
  const time = timeIn(cellOf('day'), bounds, fail);
  const category = categories.get(fold(cellOf('category'))) as VerificationCategory | undefined;
  if (category === undefined) {
    const known = Object.values(verificationCategories).map(({ label }) => label);
    fail('category', 'bad_category', `Must be one of: ${known.join(', ')}`);
  }
  const found = countIn('imps', cellOf, fail);
  const hasViewability = cellOf('viewable') !== '';
  const viewable = hasViewability ? countIn('viewable', cellOf, fail) : 0;
  if (!isFaulty && viewable > found) fail('viewable', 'too_many', 'Must not exceed the impressions');
  const ids = resultObjects.map((key) => [key, idIn(key, cellOf(key), bounds, fail)] as const);
  const details = (['environment', 'country', 'device', 'os'] as const).map((key) => [
    key,
    wordIn(key, cellOf(key), fail),
  ]);
  const site = cellOf('site');
  const host = hostOf(site);
  if (site !== '' && host === '') fail('site', 'bad_host', 'Must be a domain or the URL of a page');
  for (const key of ['app', 'publisher', 'site'] as const) {
    if (cellOf(key).length > maxCharacters) fail(key, 'too_long', `At most ${maxCharacters} characters`);
  }
  if (isFaulty || !time || !category) return null;
  return {
    ...time,
    category,
    ...(Object.fromEntries(ids) as Record<ResultObject, number>),
    ...(Object.fromEntries(details) as Record<keyof typeof closed, string>),
    site: host,
    app: cellOf('app'),
    publisher: cellOf('publisher'),
    found,
    viewable,
    viewabilityReported: hasViewability ? found : 0,
  };
}

function timeIn(cell: string, { from, to }: ResultBounds, fail: AddFault): CellTime | null {
  const time = timeOfCell(cell);
  if (!time) fail('day', 'bad_day', 'Must be a date as YYYY-MM-DD or an hour as YYYY-MM-DD HH:00, in UTC');
  else if (time.day > to) fail('day', 'in_future', 'Must not be after today (UTC)');
  else if (time.day < from) fail('day', 'too_old', `Must not be before ${from}`);
  return time;
}

function countIn(key: 'imps' | 'viewable', cellOf: (column: ResultColumn) => string, fail: AddFault): number {
  const count = countOfCell(cellOf(key));
  if (count === null) fail(key, 'bad_count', 'Must be a whole number');
  return count ?? 0;
}

/** Macros are 0 when there is no object. */
function idIn(key: ResultObject, cell: string, { idOf }: ResultBounds, fail: AddFault): number {
  if (cell === '' || cell === '0') return 0;
  const id = idOf[key](cell);
  if (id === 'ambiguous') fail(key, 'ambiguous', `Several have the name “${cell}”. Use the ID instead`);
  if (id === null) fail(key, 'unknown', `“${cell}” was not found in the account`);
  return typeof id === 'number' ? id : 0;
}

function wordIn(key: keyof typeof closed, cell: string, fail: AddFault): string {
  if (cell === '') return '';
  const id = closed[key].get(fold(cell));
  if (id === undefined) fail(key, 'unknown', `Unknown value “${cell.slice(0, 40)}”`);
  return id ?? '';
}

function add(sums: Map<string, ResultLine>, line: ResultLine): void {
  const { found, viewable, viewabilityReported, ...what } = line;
  const key = JSON.stringify(what);
  const known = sums.get(key);
  if (!known) {
    sums.set(key, line);
    return;
  }
  known.found += found;
  known.viewable += viewable;
  known.viewabilityReported += viewabilityReported;
}
