import { Film } from 'lucide-react';
import { creList } from '#model/index.ts';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';

const observedCreatives: Inventory = {
  title: 'Observed creatives',
  label: 'Creative',
  noun: 'creatives',
  icon: <Film />,
  dimension: null,
  unrecorded:
    'The creatives that demand answers with will be here, with their traffic. They are not recorded yet. The members of a creative list open from that list.',
  list: creList,
};

/** The creatives of a creative list; those of demand’s answers are not recorded. */
export function TcreativesPage() {
  return <InventoryPage inventory={observedCreatives} />;
}
