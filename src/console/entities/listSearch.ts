import { z } from 'zod';
import { stringifySearch } from '../lib/searchText.ts';

/** Page sizes that a list offers. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** Page size of a list when neither the address nor the reader's habit names one. */
export const defaultPageSize: PageSize = 50;

/** What the status filter of a list can show. */
export const statusFilters = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** A pasted text of any length still searches, by as much of it as a name can have and the server takes. */
const cutSearch = (text: string) => text.slice(0, 255).replace(/[\uD800-\uDBFF]$/, '');

const sizes = z.coerce.number().pipe(z.union(pageSizes.map((size) => z.literal(size))));

/**
 * The state of a list as its address holds it. Defaults are absent, and what cannot be read is treated as absent, so
 * that no address breaks a page.
 */
export const listSearchSchema = z.object({
  q: z.string().trim().min(1).transform(cutSearch).optional().catch(undefined),
  status: z.enum(['paused', 'archived', 'all']).optional().catch(undefined),
  sort: z
    .string()
    .regex(/^-?[a-zA-Z]+$/)
    .optional()
    .catch(undefined),
  page: id
    .refine((page) => page > 1)
    .optional()
    .catch(undefined),
  size: sizes.optional().catch(undefined),
  cols: z
    .string()
    .regex(/^[a-zA-Z]+(,[a-zA-Z]+)*$/)
    .optional()
    .catch(undefined),
  /** The record in the drawer: its id, or "new". */
  open: z
    .union([z.literal('new'), id])
    .optional()
    .catch(undefined),
  /** The open tab of the drawer. */
  tab: z.string().max(40).optional().catch(undefined),
  /** Filters by reference; a list uses those that its entity has. */
  demandId: id.optional().catch(undefined),
  advertiserId: id.optional().catch(undefined),
  subpublisherId: id.optional().catch(undefined),
  supplierId: id.optional().catch(undefined),
});

/** The state of a list, from its address. */
export type ListSearch = z.output<typeof listSearchSchema>;

/** The reference fields that lists can be filtered by. */
export const referenceFilters = ['demandId', 'advertiserId', 'subpublisherId', 'supplierId'] as const;

const recordKeys: readonly string[] = ['open', 'tab', 'cols'];

/** A changed state: what changes the rows goes back to the first page, and empty values leave the address. */
export function changedSearch(search: ListSearch, change: Partial<ListSearch>): ListSearch {
  const next: ListSearch = { ...search, ...change };
  if (!('page' in change) && Object.keys(change).some((key) => !recordKeys.includes(key))) delete next.page;
  for (const key of Object.keys(next) as (keyof ListSearch)[]) {
    if (next[key] === undefined || next[key] === '') delete next[key];
  }
  return next;
}

/** What of a state narrows the list. */
export function filtersIn(search: ListSearch): ListSearch {
  const { q, status } = search;
  return changedSearch({}, { q, status, ...Object.fromEntries(referenceFilters.map((name) => [name, search[name]])) });
}

/** Whether two states show the same rows but for their order and page. */
export function isSameFilter(one: ListSearch, other: ListSearch): boolean {
  return stringifySearch(filtersIn(one)) === stringifySearch(filtersIn(other));
}

/** Whether anything but the default filters narrows the list. */
export function isFiltered(search: ListSearch): boolean {
  return Object.keys(filtersIn(search)).length > 0;
}

/** The next sorting after a press on a column's head: ascending, descending, then the default again. */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}
