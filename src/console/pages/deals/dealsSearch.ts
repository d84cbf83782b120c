import { z } from 'zod';
import { pagedSearch, whole, withoutDefaults } from '../../entities/list/listSearch.ts';

/** The state of the page as its address holds it, as far as deals are shown that were seen; what cannot be read counts as absent. */
export const seenSearchSchema = z.object({
  /** Set while those are shown that nobody has set up. */
  view: z.literal('seen').optional().catch(undefined),
  supplierId: whole.max(2_147_483_647).optional().catch(undefined),
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
export type SeenSearch = z.output<typeof seenSearchSchema>;

/** A change of the state; its address is read anew, whatever the order is called. */
export type SeenChange = Omit<Partial<SeenSearch>, 'sort'> & { sort?: string | undefined };

/** A changed state: what changes the rows goes back to the first page, and defaults leave the address. */
export function changedSeen(search: SeenSearch, change: SeenChange): SeenChange {
  const isRows = Object.keys(change).some((name) => !['open', 'tab', 'page'].includes(name));
  return withoutDefaults({ ...search, ...(isRows ? { page: undefined } : {}), ...change });
}

/** The query of the API for a state. */
export function seenQuery({ q, supplierId, sort, page, size }: SeenSearch) {
  return { q, supplierId, sort, page: page ?? 1, size };
}
