import { z } from 'zod';
import { pageSizes, type PageSize } from '#model/reference/formats.ts';
import { stringifySearch } from '../../lib/searchText.ts';

/** Page size of a list when neither the address nor the reader's habit names one. */
export const defaultPageSize: PageSize = 50;

/** What the status filter of a list can show. */
export const statusFilters = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;

/** A whole number of an address, from 1 on. */
export const positiveInteger = z.coerce.number().int().positive();
const id = positiveInteger.max(Number.MAX_SAFE_INTEGER);
/** A pasted text of any length still searches, by as much of it as a name can have and the server takes. */
const cutSearch = (text: string) => text.slice(0, 255).replace(/[\uD800-\uDBFF]$/, '');

const offeredSize = z.coerce.number().pipe(z.union(pageSizes.map((size) => z.literal(size))));

/** What every page holds in its address whose rows are searched and paged, a list's or not; what cannot be read counts as absent. */
export const pagedSearch = {
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  page: positiveInteger.max(100_000).optional().catch(undefined),
  size: offeredSize.default(defaultPageSize).catch(defaultPageSize),
};

/** A state of such a page without what an address need not say: what is absent or empty, the usual size, the first page. */
export function withoutDefaults<S extends { size?: number; page?: number | undefined }>({ size, page, ...rest }: S) {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')),
    ...(size === defaultPageSize ? {} : { size }),
    ...(page && page > 1 ? { page } : {}),
  } as Partial<S>;
}

/** The periods of a list's figures; those of the last days end today. */
export const periods = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'last7', label: 'Last 7 days' },
  { value: 'last30', label: 'Last 30 days' },
  { value: 'monthToDate', label: 'Month to date' },
] as const;
export type ListPeriod = (typeof periods)[number]['value'];

const known = z.looseObject({
  q: z.string().trim().min(1).transform(cutSearch).optional().catch(undefined),
  status: z.enum(['paused', 'archived', 'all']).optional().catch(undefined),
  sort: z
    .string()
    .regex(/^-?\w+$/)
    .optional()
    .catch(undefined),
  page: id
    .refine((page) => page > 1)
    .optional()
    .catch(undefined),
  size: offeredSize.optional().catch(undefined),
  cols: z
    .string()
    .regex(/^\w+(,\w+)*$/)
    .optional()
    .catch(undefined),
  period: z
    .enum(periods.map(({ value }) => value))
    .optional()
    .catch(undefined),
  /** The record in the drawer: its id, or "new". */
  open: z
    .union([z.literal('new'), id])
    .optional()
    .catch(undefined),
  /** The open tab of the drawer. */
  tab: z.string().max(40).optional().catch(undefined),
  /** The field of the record to look at first. */
  field: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
});

type Known = z.output<typeof known>;

/**
 * The state of a list, from its address. All further names are filters, of values separated by commas: fields of the
 * entity, and `state` and `having`; a list uses those that it knows.
 */
export type ListSearch = { [Name in keyof Known as string extends Name ? never : Name]: Known[Name] } & {
  [filter: string]: string | number | undefined;
};

const isFilterName = (name: string) => /^[a-zA-Z]{1,40}$/.test(name);
const filterText = /^[\w.:-]+(,[\w.:-]+)*$/;

/**
 * The state of a list as its address holds it. Defaults are absent, and what cannot be read is treated as absent, so
 * that no address breaks a page.
 */
export const listSearchSchema = known.transform((address): ListSearch => {
  const search: ListSearch = {};
  for (const [name, value] of Object.entries(address)) {
    if (Object.hasOwn(known.shape, name)) {
      if (value !== undefined) Object.assign(search, { [name]: value });
      continue;
    }
    const text = typeof value === 'number' ? String(value) : value;
    if (isFilterName(name) && typeof text === 'string' && text.length <= 2000 && filterText.test(text)) {
      search[name] = text;
    }
  }
  return search;
});

const recordKeys: readonly string[] = ['open', 'tab', 'field', 'cols'];

/** A changed state: what changes the rows goes back to the first page, and empty values leave the address. */
export function changedSearch(search: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next: ListSearch = { ...search, ...change };
  if (!('page' in change) && Object.keys(change).some((key) => !recordKeys.includes(key))) delete next.page;
  for (const key of Object.keys(next)) {
    if (next[key] === undefined || next[key] === '') delete next[key];
  }
  return next;
}

const narrowing = (name: string) => name === 'q' || name === 'status' || !Object.hasOwn(known.shape, name);

/** What of a state narrows the list. */
export function filtersIn(search: ListSearch): ListSearch {
  return changedSearch({}, Object.fromEntries(Object.entries(search).filter(([name]) => narrowing(name))));
}

/** The change that takes every filter away. */
export function withoutFilters(search: ListSearch): Partial<ListSearch> {
  return Object.fromEntries(Object.keys(filtersIn(search)).map((name) => [name, undefined]));
}

/** Whether two states show the same rows but for their order and page. */
export function isSameFilter(one: ListSearch, other: ListSearch): boolean {
  const sorted = (search: ListSearch) =>
    Object.fromEntries(Object.entries(filtersIn(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return stringifySearch(sorted(one)) === stringifySearch(sorted(other));
}

/** Whether anything narrows the list that is not there by default; all rows are no narrower than the active ones. */
export function isFiltered(search: ListSearch): boolean {
  const { status, ...others } = filtersIn(search);
  return Object.keys(others).length > 0 || (status !== undefined && status !== 'all');
}
