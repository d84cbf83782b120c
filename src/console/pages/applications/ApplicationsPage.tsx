import { AppWindow } from 'lucide-react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { environments } from '#model/index.ts';
import { adsTxtColumn } from '../../entities/inventory/adsTxtColumn.tsx';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { keyColumn } from '../../entities/inventory/keyColumn.tsx';
import { listedKinds } from '../../entities/inventory/listedKinds.ts';
import { muted, declaredColumn, declaredText } from '../../entities/inventory/observedCells.tsx';
import { storeOf } from '../../entities/inventory/storeOf.ts';

const applications: Inventory = {
  ...listedKinds.app,
  title: 'Applications',
  icon: <AppWindow />,
  columns: ({ timezone }) => ({
    leading: [keyColumn('App'), declaredColumn('name', 'Name', 160)],
    more: [
      adsTxtColumn('app-ads.txt', timezone),
      declaredColumn('storeUrl', 'Store', 104, {
        cell: (row) => muted(storeOf(row.key, declaredText(row, 'storeUrl'))),
        title: (row) => declaredText(row, 'storeUrl') || undefined,
      }),
      declaredColumn('environment', 'Environment', 112, { cell: (row) => muted(environmentOf(row)) }),
      declaredColumn('os', 'OS', 96),
      declaredColumn('publisher', 'Publisher', 120),
      declaredColumn('category', 'Category', 104),
    ],
  }),
};

function environmentOf(row: ObservedRow): string {
  return environments.find(({ value }) => value === row.declared['environment'])?.label ?? '';
}

/** Observed apps, or the members of an app list. */
export function ApplicationsPage() {
  return <InventoryPage inventory={applications} />;
}
