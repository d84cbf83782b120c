import { z } from 'zod';
import { pagedSearch, positiveInteger, withoutDefaults } from '../../entities/list/listSearch.ts';

/** The state of the page as its address holds it, as far as deals are shown that were seen; what cannot be read counts as absent. */
export const offeredSearchSchema = z.object({
  /** Set while those are shown that nobody has set up. */
  view: z.literal('seen').optional().catch(undefined),
  supplierId: positiveInteger.max(2_147_483_647).optional().catch(undefined),
  sort: z
    .enum((['dealId', 'supplier', 'day', 'week', 'lastSeen'] as const).flatMap((name) => [name, `-${name}` as const]))
    .optional()
    .catch(undefined),
  ...pagedSearch,
  /** Set while one of them is set up. */
  open: z.literal('new').optional().catch(undefined),
  tab: z.string().max(40).optional().catch(undefined),
});

/** The state of that view. */
export type OfferedSearch = z.output<typeof offeredSearchSchema>;

/** A change of the state; its address is read anew, whatever the order is called. */
export type OfferedSearchChange = Omit<Partial<OfferedSearch>, 'sort'> & { sort?: string | undefined };

/** A changed state: what changes the rows goes back to the first page, and defaults leave the address. */
export function changedOfferedSearch(search: OfferedSearch, change: OfferedSearchChange): OfferedSearchChange {
  const isRows = Object.keys(change).some((name) => !['open', 'tab', 'page'].includes(name));
  return withoutDefaults({ ...search, ...(isRows ? { page: undefined } : {}), ...change });
}

/** The query of the API for a state. */
export function offeredDealsQuery({ q, supplierId, sort, page, size }: OfferedSearch) {
  return { q, supplierId, sort, page: page ?? 1, size };
}
