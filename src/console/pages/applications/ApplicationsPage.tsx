import { AppWindow } from 'lucide-react';
import { appList } from '#model/index.ts';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';

const applications: Inventory = {
  title: 'Applications',
  label: 'App',
  noun: 'apps',
  icon: <AppWindow />,
  dimension: 'app',
  list: appList,
};

/** The apps that traffic came from, or the members of an app list. */
export function ApplicationsPage() {
  return <InventoryPage inventory={applications} />;
}
