import { Users } from 'lucide-react';
import { pubList } from '#model/index.ts';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { keyColumn } from '../../entities/inventory/keyColumn.tsx';
import { toldColumn } from '../../entities/inventory/observedCells.tsx';

const publishers: Inventory = {
  title: 'Publishers',
  label: 'Publisher',
  one: 'publisher',
  noun: 'publishers',
  icon: <Users />,
  observed: 'publishers',
  dimension: 'publisher',
  list: pubList,
  columns: () => ({
    leading: [keyColumn('Publisher'), toldColumn('name', 'Name', 180)],
    more: [
      toldColumn('domain', 'Domain', 160),
      toldColumn('hops', 'Hops', 72, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Nodes of the supply chain that its requests carry.',
      }),
    ],
  }),
};

/** The publishers that requests declare, or the members of a publisher list. */
export function PublishersPage() {
  return <InventoryPage inventory={publishers} />;
}
