import { Users } from 'lucide-react';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { keyColumn } from '../../entities/inventory/keyColumn.tsx';
import { listedKinds } from '../../entities/inventory/listedKinds.ts';
import { declaredColumn } from '../../entities/inventory/observedCells.tsx';

const publishers: Inventory = {
  ...listedKinds.publisher,
  title: 'Publishers',
  icon: <Users />,
  columns: () => ({
    leading: [keyColumn('Publisher'), declaredColumn('name', 'Name', 180)],
    more: [
      declaredColumn('domain', 'Domain', 160),
      declaredColumn('hops', 'Nodes', 72, {
        align: 'end',
        firstSort: 'desc',
        hint: 'Nodes in the supply chain (schain) of its requests.',
      }),
    ],
  }),
};

/** Publishers that requests declared, or the members of a publisher list. */
export function PublishersPage() {
  return <InventoryPage inventory={publishers} />;
}
