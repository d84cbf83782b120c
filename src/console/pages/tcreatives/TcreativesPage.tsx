import { Film } from 'lucide-react';
import { creativeColumns } from '../../entities/inventory/creativeColumns.tsx';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { listedKinds } from '../../entities/inventory/listedKinds.ts';

const observedCreatives: Inventory = {
  ...listedKinds.creative,
  title: 'Observed creatives',
  icon: <Film />,
  columns: creativeColumns,
};

/** Observed creatives, or the members of a creative list. */
export function TcreativesPage() {
  return <InventoryPage inventory={observedCreatives} />;
}
