import { z } from 'zod';
import { environments } from '#model/index.ts';
import { pagedSearch, positiveInteger, withoutDefaults } from '../list/listSearch.ts';

const flag = z.enum(['true', 'false']).optional().catch(undefined);

/** The state of an inventory page in its address. Invalid values count as absent. */
export const inventorySearchSchema = z.object({
  ...pagedSearch,
  sort: z
    .string()
    .regex(/^-?\w+$/)
    .optional()
    .catch(undefined),
  newDays: positiveInteger.max(400).optional().catch(undefined),
  environment: z
    .enum(environments.map(({ value }) => value))
    .optional()
    .catch(undefined),
  mismatch: flag,
  vpaid: flag,
  tag: positiveInteger.optional().catch(undefined),
});

export type InventorySearch = z.output<typeof inventorySearchSchema>;

/** The filters beside the search. */
export const inventoryFilters = ['newDays', 'environment', 'mismatch', 'vpaid', 'tag'] as const;
export type InventoryFilter = (typeof inventoryFilters)[number];

/** Applies a change: one that affects the rows goes back to the first page, and defaults leave the address. */
export function changedInventory(search: InventorySearch, change: Partial<InventorySearch>): Partial<InventorySearch> {
  return withoutDefaults({ ...search, page: undefined, ...change });
}

/** The API query of an inventory page. */
export type InventoryQuery = Partial<Pick<InventorySearch, InventoryFilter | 'q'>> & {
  sort: string;
  page: number;
  size: number;
};

/** Builds the API query of a state, with the filters that this kind of inventory supports. */
export function inventoryQuery(
  search: InventorySearch,
  sort: string,
  filters: readonly InventoryFilter[],
): InventoryQuery {
  const { q, page, size } = search;
  return {
    q,
    sort,
    page: page ?? 1,
    size,
    ...Object.fromEntries(filters.map((name) => [name, search[name]])),
  };
}
