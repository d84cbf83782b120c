import { Users } from 'lucide-react';
import { pubList } from '#model/index.ts';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';

const publishers: Inventory = {
  title: 'Publishers',
  label: 'Publisher',
  noun: 'publishers',
  icon: <Users />,
  dimension: null,
  unrecorded:
    'The publishers that requests name will be here, with their traffic. The publisher ids of requests are not recorded yet. The members of a publisher list open from that list.',
  list: pubList,
};

/** The publishers of a publisher list; those of traffic are not recorded. */
export function PublishersPage() {
  return <InventoryPage inventory={publishers} />;
}
