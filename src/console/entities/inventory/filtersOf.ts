import type { Inventory } from './inventory.ts';
import { inventoryFilters, type InventoryFilter, type InventorySearch } from './inventorySearch.ts';

/** The filters that a catalogue knows. */
export function filtersOf({ observed }: Inventory): readonly InventoryFilter[] {
  const own: Record<Inventory['observed'], readonly InventoryFilter[]> = {
    apps: ['environment'],
    sites: ['mismatch'],
    publishers: [],
    creatives: ['vpaid', 'tag'],
  };
  return ['newDays', ...own[observed]];
}

/** No filter at all. */
export const nothingFiltered: Partial<InventorySearch> = Object.fromEntries(
  inventoryFilters.map((name) => [name, undefined]),
);

/** Whether anything narrows the rows beside the search. */
export function isFiltered(search: InventorySearch): boolean {
  return inventoryFilters.some((name) => search[name] !== undefined);
}
