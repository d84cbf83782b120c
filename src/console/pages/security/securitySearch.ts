import { z } from 'zod';
import {
  securityCategories,
  type SecurityCategory,
  securityEventCodes,
  securityOutcomes,
} from '#model/security/securityEvents.ts';
import { pageSizes } from '#model/reference/listOptions.ts';
import { instantsOfSearch, logPresets } from '../../history/logRange.ts';
import type { QueryOf } from '../../lib/apiCall.ts';
import type { UtcOffset } from '../../lib/offsetTime.ts';

/** Default number of rows per page. */
export const defaultSecuritySize = 50;

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const text = (max: number) => z.string().trim().min(1).max(max).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);
const categories = Object.keys(securityCategories) as SecurityCategory[];

/** URL state of the security log. Invalid values are dropped. */
export const securitySearchSchema = z.object({
  q: text(200),
  ip: text(45),
  range: z.enum(logPresets).optional().catch(undefined),
  /** First and last day of a custom range, both included. */
  from: day,
  to: day,
  demandId: id.optional().catch(undefined),
  userId: id.optional().catch(undefined),
  category: z.enum(categories).optional().catch(undefined),
  type: z.enum(securityEventCodes).optional().catch(undefined),
  outcome: z.enum(securityOutcomes).optional().catch(undefined),
  page: id
    .refine((page) => page > 1)
    .optional()
    .catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .optional()
    .catch(undefined),
  /** The event in the drawer. */
  open: id.optional().catch(undefined),
});

export type SecuritySearch = z.output<typeof securitySearchSchema>;

const filterNames = ['q', 'ip', 'demandId', 'userId', 'category', 'type', 'outcome'] as const;

/** Applies a change: a change of the rows returns to the first page, and empty values are left out of the URL. */
export function changedSecuritySearch(search: SecuritySearch, change: Partial<SecuritySearch>): SecuritySearch {
  const next: SecuritySearch = { ...search, ...change };
  if (!('page' in change) && Object.keys(change).some((key) => key !== 'open')) delete next.page;
  for (const key of Object.keys(next) as (keyof SecuritySearch)[]) if (next[key] === undefined) delete next[key];
  return next;
}

/** Whether the log has filters besides the range. */
export function isSecurityFiltered(search: SecuritySearch): boolean {
  return filterNames.some((name) => search[name] !== undefined);
}

/** The filters of GET /api/security-log and of its export, with days of the user's time zone as instants. */
export function securityFilter(
  search: SecuritySearch,
  today: string,
  timezone: UtcOffset,
): QueryOf<'/api/security-log/export'> {
  return {
    ...instantsOfSearch(search, today, timezone),
    ...Object.fromEntries(filterNames.map((name) => [name, search[name]])),
  };
}
