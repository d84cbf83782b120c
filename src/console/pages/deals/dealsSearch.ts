import { z } from 'zod';
import { pagedSearch, positiveInteger, withoutDefaults } from '../../entities/list/listSearch.ts';

/** URL state of the list of offered deals. Invalid values are dropped. */
export const offeredSearchSchema = z.object({
  /** Set while offered deals are shown. */
  view: z
    // `seen` stands in addresses of the previous release.
    .enum(['observed', 'seen'])
    .transform(() => 'observed' as const)
    .optional()
    .catch(undefined),
  supplierId: positiveInteger.max(2_147_483_647).optional().catch(undefined),
  sort: z
    .enum((['dealId', 'supplier', 'day', 'week', 'lastSeen'] as const).flatMap((name) => [name, `-${name}` as const]))
    .optional()
    .catch(undefined),
  ...pagedSearch,
  /** Set while an offered deal is being set up. */
  open: z.literal('new').optional().catch(undefined),
  tab: z.string().max(40).optional().catch(undefined),
});

export type OfferedSearch = z.output<typeof offeredSearchSchema>;

/** A change of the state. The order is a plain string, as the URL is parsed again. */
export type OfferedSearchChange = Omit<Partial<OfferedSearch>, 'sort'> & { sort?: string | undefined };

/** Applies a change: a change of the rows returns to the first page, and defaults are left out of the URL. */
export function changedOfferedSearch(search: OfferedSearch, change: OfferedSearchChange): OfferedSearchChange {
  const isRows = Object.keys(change).some((name) => !['open', 'tab', 'page'].includes(name));
  return withoutDefaults({ ...search, ...(isRows ? { page: undefined } : {}), ...change });
}

/** The API query of a state. */
export function offeredDealsQuery({ q, supplierId, sort, page, size }: OfferedSearch) {
  return { q, supplierId, sort, page: page ?? 1, size };
}
