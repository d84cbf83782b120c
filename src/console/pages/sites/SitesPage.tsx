import { Globe } from 'lucide-react';
import { appList } from '#model/index.ts';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { sitesOf } from '../../entities/inventory/listMembers.ts';

const sites: Inventory = {
  title: 'Sites',
  label: 'Site',
  noun: 'sites',
  icon: <Globe />,
  dimension: 'site',
  list: appList,
  read: sitesOf,
};

/** The sites that traffic came from, or the members of an app list that are domains. */
export function SitesPage() {
  return <InventoryPage inventory={sites} />;
}
