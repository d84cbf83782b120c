import { z } from 'zod';
import { stringifySearch } from '../../lib/searchText.ts';
import { defaultPageSize, pageSizes } from '../../entities/listSearch.ts';

const whole = z.coerce.number().int().positive();

/** The state of the page as its address holds it, as far as deals are shown that were seen; what cannot be read counts as absent. */
export const seenSearchSchema = z.object({
  /** Set while those are shown that nobody has set up. */
  view: z.literal('seen').optional().catch(undefined),
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  supplierId: whole.max(2_147_483_647).optional().catch(undefined),
  sort: z
    .enum(['dealId', 'supplier', 'day', 'week', 'lastSeen'].flatMap((name) => [name, `-${name}`]))
    .optional()
    .catch(undefined),
  page: whole.max(100_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(defaultPageSize)
    .catch(defaultPageSize),
  /** Set while one of them is set up. */
  open: z.literal('new').optional().catch(undefined),
  tab: z.string().max(40).optional().catch(undefined),
});

/** The state of that view. */
export type SeenSearch = z.output<typeof seenSearchSchema>;

/** A changed state: what changes the rows goes back to the first page, and defaults leave the address. */
export function changedSeen(search: SeenSearch, change: Partial<SeenSearch>): Partial<SeenSearch> {
  const isRows = Object.keys(change).some((name) => !['open', 'tab', 'page'].includes(name));
  const { size, page, ...rest } = { ...search, ...(isRows ? { page: undefined } : {}), ...change };
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')),
    ...(size === defaultPageSize ? {} : { size }),
    ...(page && page > 1 ? { page } : {}),
  };
}

/** The query of the API for a state. */
export function seenQuery({ q, supplierId, sort, page, size }: SeenSearch): string {
  return stringifySearch({ q, supplierId, sort, page: page ?? 1, size });
}
