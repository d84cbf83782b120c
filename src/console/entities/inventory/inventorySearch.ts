import { z } from 'zod';
import { environments } from '#model/index.ts';
import { pagedSearch, positiveInteger, withoutDefaults } from '../list/listSearch.ts';

const flag = z.enum(['true', 'false']).optional().catch(undefined);

/** The state of a page of inventory as its address holds it; what cannot be read counts as absent. */
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

/** The state of a page of inventory. */
export type InventorySearch = z.output<typeof inventorySearchSchema>;

/** The parts of the state that narrow the rows beside the search. */
export const inventoryFilters = ['newDays', 'environment', 'mismatch', 'vpaid', 'tag'] as const;
export type InventoryFilter = (typeof inventoryFilters)[number];

/** A changed state: what changes the rows goes back to the first page, and defaults leave the address. */
export function changedInventory(search: InventorySearch, change: Partial<InventorySearch>): Partial<InventorySearch> {
  return withoutDefaults({ ...search, page: undefined, ...change });
}

/** What part of a catalogue is asked for. */
export type InventoryQuery = Partial<Pick<InventorySearch, InventoryFilter | 'q'>> & {
  sort: string;
  page: number;
  size: number;
};

/** The query of the API for a state, of the filters that the catalogue knows. */
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
