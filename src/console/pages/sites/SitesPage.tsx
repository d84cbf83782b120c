import { Globe } from 'lucide-react';
import { adsTxtColumn } from '../../entities/inventory/adsTxtColumn.tsx';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { keyColumn } from '../../entities/inventory/keyColumn.tsx';
import { listedKinds } from '../../entities/inventory/listedKinds.ts';
import { muted, declaredColumn, declaredText } from '../../entities/inventory/observedCells.tsx';
import { pillClass } from '../../ui/Pill.tsx';

const sites: Inventory = {
  ...listedKinds.site,
  title: 'Sites',
  icon: <Globe />,
  columns: ({ timezone }) => ({
    leading: [keyColumn('Site')],
    more: [
      declaredColumn('detected', 'Detected', 176, {
        hint: 'Host of the page, as reported by the browser.',
        cell: (row) => {
          const [declared, detected] = [declaredText(row, 'declared'), declaredText(row, 'detected')];
          const differs = declared !== '' && detected !== '' && declared !== detected;
          return differs ? <span className={pillClass('warn')}>{detected}</span> : muted(detected);
        },
      }),
      adsTxtColumn('ads.txt', timezone),
      declaredColumn('declared', 'Declared', 160, { hint: 'Host declared in the parameters of the tag.' }),
      declaredColumn('publisher', 'Publisher', 120),
      declaredColumn('category', 'Category', 104),
    ],
  }),
};

/** Observed sites, or the members of an app list. */
export function SitesPage() {
  return <InventoryPage inventory={sites} />;
}
