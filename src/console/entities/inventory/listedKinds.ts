import { appList, creList, pubList } from '#model/index.ts';
import type { Inventory, InventoryDimension } from './inventory.ts';

/** The parts of a kind of inventory that adding to lists uses. */
export type ListedKind = Pick<Inventory, 'label' | 'one' | 'noun' | 'observed' | 'dimension' | 'list'>;

/** The kinds of inventory with lists, by report dimension. */
export const listedKinds: Readonly<Record<InventoryDimension, ListedKind>> = {
  app: { label: 'App', one: 'app', noun: 'apps', observed: 'apps', dimension: 'app', list: appList },
  site: { label: 'Site', one: 'site', noun: 'sites', observed: 'sites', dimension: 'site', list: appList },
  publisher: {
    label: 'Publisher',
    one: 'publisher',
    noun: 'publishers',
    observed: 'publishers',
    dimension: 'publisher',
    list: pubList,
  },
  creative: {
    label: 'Creative',
    one: 'creative',
    noun: 'creatives',
    observed: 'creatives',
    dimension: 'creative',
    list: creList,
  },
};

/** Returns the kind of inventory of a report dimension; null for others. */
export function listedKindOf(dimension: string): ListedKind | null {
  return Object.hasOwn(listedKinds, dimension) ? listedKinds[dimension as InventoryDimension] : null;
}
