import { Film } from 'lucide-react';
import { creList } from '#model/index.ts';
import { creativeColumns } from '../../entities/inventory/creativeColumns.tsx';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';

const observedCreatives: Inventory = {
  title: 'Observed creatives',
  label: 'Creative',
  one: 'creative',
  noun: 'creatives',
  icon: <Film />,
  observed: 'creatives',
  dimension: 'creative',
  list: creList,
  columns: creativeColumns,
};

/** The creatives that demand answered with, or the members of a creative list. */
export function TcreativesPage() {
  return <InventoryPage inventory={observedCreatives} />;
}
