import type { Inventory } from './inventory.ts';
import { inventoryFilters, type InventoryFilter, type InventorySearch } from './inventorySearch.ts';

/** The filters that a kind of observed inventory has. */
export function filtersOf({ observed }: Inventory): readonly InventoryFilter[] {
  const own: Record<Inventory['observed'], readonly InventoryFilter[]> = {
    apps: ['environment'],
    sites: ['mismatch'],
    publishers: [],
    creatives: ['vpaid', 'tag'],
  };
  return ['newDays', ...own[observed]];
}

/** A change of state that clears all filters. */
export const nothingFiltered: Partial<InventorySearch> = Object.fromEntries(
  inventoryFilters.map((name) => [name, undefined]),
);

/** True when a filter other than the search is set. */
export function isFiltered(search: InventorySearch): boolean {
  return inventoryFilters.some((name) => search[name] !== undefined);
}
