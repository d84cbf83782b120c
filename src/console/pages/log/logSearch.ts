import { z } from 'zod';
import { apiTokenAuthor } from '#model/index.ts';
import { pageSizes } from '#model/reference/listOptions.ts';
import type { QueryOf } from '../../lib/apiCall.ts';
import { instantsOfSearch, logPresets } from '../../history/logRange.ts';
import type { UtcOffset } from '../../lib/offsetTime.ts';

/** Default number of rows per page. */
export const defaultLogSize = 50;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const programs = z.literal([apiTokenAuthor.id, String(apiTokenAuthor.id)]).transform(() => apiTokenAuthor.id);
const word = z.string().regex(/^[a-zA-Z]\w{0,99}$/);
const day = z.iso.date();

/** URL state of the log. Invalid values are dropped, and so is the ID of an object without its entity. */
export const logSearchSchema = z
  .object({
    q: z.string().trim().min(1).max(200).optional().catch(undefined),
    range: z.enum(logPresets).optional().catch(undefined),
    /** First and last day of a custom range, both included. */
    from: day.optional().catch(undefined),
    to: day.optional().catch(undefined),
    demandId: id.optional().catch(undefined),
    /** A user, or programs with an API token. */
    userId: z.union([programs, id]).optional().catch(undefined),
    entity: word.optional().catch(undefined),
    rowId: id.optional().catch(undefined),
    /** A change set, whose entries are listed one by one. */
    batch: id.optional().catch(undefined),
    action: word.optional().catch(undefined),
    field: word.optional().catch(undefined),
    page: id
      .refine((page) => page > 1)
      .optional()
      .catch(undefined),
    size: z.coerce
      .number()
      .pipe(z.union(pageSizes.map((size) => z.literal(size))))
      .optional()
      .catch(undefined),
    /** The entry in the drawer. */
    open: id.optional().catch(undefined),
  })
  .transform((search) => (search.entity === undefined ? { ...search, rowId: undefined } : search));

export type LogSearch = z.output<typeof logSearchSchema>;

const filterNames = ['q', 'demandId', 'userId', 'entity', 'rowId', 'batch', 'action', 'field'] as const;

/** Applies a change: a change of the rows returns to the first page, and empty values are left out of the URL. */
export function changedLogSearch(search: LogSearch, change: Partial<LogSearch>): LogSearch {
  const next: LogSearch = { ...search, ...change };
  if (!('page' in change) && Object.keys(change).some((key) => key !== 'open')) delete next.page;
  for (const key of Object.keys(next) as (keyof LogSearch)[]) if (next[key] === undefined) delete next[key];
  return next;
}

/** Whether the log has filters besides the range. */
export function isLogFiltered(search: LogSearch): boolean {
  return filterNames.some((name) => search[name] !== undefined);
}

/** Whether a change set is one row: unless its entries, or those of one object, are asked for. */
export function isLogGrouped({ batch, rowId }: LogSearch): boolean {
  return batch === undefined && rowId === undefined;
}

/** The query of GET /api/log, with days of the user's time zone as instants. */
export function logQuery(search: LogSearch, today: string, timezone: UtcOffset): QueryOf<'/api/log'> {
  return {
    ...instantsOfSearch(search, today, timezone),
    ...Object.fromEntries(filterNames.map((name) => [name, search[name]])),
    isGrouped: isLogGrouped(search),
    page: search.page,
    size: search.size ?? defaultLogSize,
  };
}
