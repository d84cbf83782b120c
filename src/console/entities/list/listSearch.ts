import { z } from 'zod';
import { pageSizes, type PageSize } from '#model/reference/listOptions.ts';
import { stringifySearch } from '../../lib/searchText.ts';

/** Page size when neither the address nor the user's preference has one. */
export const defaultPageSize: PageSize = 50;

/** The options of a list's status filter. */
export const statusFilters = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;

/** A positive whole number of an address. */
export const positiveInteger = z.coerce.number().int().positive();
const id = positiveInteger.max(Number.MAX_SAFE_INTEGER);
/** Cuts a search text at 255 characters, the maximum of names and of the API, without splitting a surrogate pair. */
const cutSearch = (text: string) => text.slice(0, 255).replace(/[\uD800-\uDBFF]$/, '');

const offeredSize = z.coerce.number().pipe(z.union(pageSizes.map((size) => z.literal(size))));

/** The address parameters of every page that searches and pages rows. Invalid values count as absent. */
export const pagedSearch = {
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  page: positiveInteger.max(100_000).optional().catch(undefined),
  size: offeredSize.default(defaultPageSize).catch(defaultPageSize),
};

/** Removes absent and empty values, the default page size and the first page from a state. */
export function withoutDefaults<S extends { size?: number; page?: number | undefined }>({ size, page, ...rest }: S) {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')),
    ...(size === defaultPageSize ? {} : { size }),
    ...(page && page > 1 ? { page } : {}),
  } as Partial<S>;
}

/** The periods of a list's figures; rolling periods end today. */
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
  /** The field by which rows are grouped; absent = not grouped. */
  group: z.literal('partner').optional().catch(undefined),
  /** The row in the drawer: its ID, or "new". */
  open: z
    .union([z.literal('new'), id])
    .optional()
    .catch(undefined),
  tab: z.string().max(40).optional().catch(undefined),
  /** The field of the row to focus. */
  field: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
});

type Known = z.output<typeof known>;

/**
 * The state of a list, from its address. Other parameters are filters with comma-separated values: fields of the
 * entity, and `state` and `having`. Lists ignore those that they do not know.
 */
export type ListSearch = { [Name in keyof Known as string extends Name ? never : Name]: Known[Name] } & {
  [filter: string]: string | number | undefined;
};

const isFilterName = (name: string) => /^[a-zA-Z]{1,40}$/.test(name);
const filterText = /^[\w.:-]+(,[\w.:-]+)*$/;

/**
 * Parses a list's state from its address. Defaults are absent, and invalid values count as absent, so that no address
 * breaks a page.
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

/** Applies a change: one that affects the rows goes back to the first page, and empty values leave the address. */
export function changedSearch(search: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next: ListSearch = { ...search, ...change };
  if (!('page' in change) && Object.keys(change).some((key) => !recordKeys.includes(key))) delete next.page;
  for (const key of Object.keys(next)) {
    if (next[key] === undefined || next[key] === '') delete next[key];
  }
  return next;
}

const narrowing = (name: string) => name === 'q' || name === 'status' || !Object.hasOwn(known.shape, name);

/** The filters of a state. */
export function filtersIn(search: ListSearch): ListSearch {
  return changedSearch({}, Object.fromEntries(Object.entries(search).filter(([name]) => narrowing(name))));
}

/** A change that clears all filters. */
export function withoutFilters(search: ListSearch): Partial<ListSearch> {
  return Object.fromEntries(Object.keys(filtersIn(search)).map((name) => [name, undefined]));
}

/** True when two states match the same rows, whatever their order and page. */
export function isSameFilter(one: ListSearch, other: ListSearch): boolean {
  const sorted = (search: ListSearch) =>
    Object.fromEntries(Object.entries(filtersIn(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
  return stringifySearch(sorted(one)) === stringifySearch(sorted(other));
}

/** True when a filter beside the default is set; showing rows of all statuses does not count as one. */
export function isFiltered(search: ListSearch): boolean {
  const { status, ...others } = filtersIn(search);
  return Object.keys(others).length > 0 || (status !== undefined && status !== 'all');
}
