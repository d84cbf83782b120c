import { Globe } from 'lucide-react';
import { adsTxtColumn } from '../../entities/inventory/adsTxtColumn.tsx';
import type { Inventory } from '../../entities/inventory/inventory.ts';
import { InventoryPage } from '../../entities/inventory/InventoryPage.tsx';
import { keyColumn } from '../../entities/inventory/keyColumn.tsx';
import { listedKinds } from '../../entities/inventory/listedKinds.ts';
import { muted, toldColumn, toldText } from '../../entities/inventory/observedCells.tsx';
import { pillClass } from '../../ui/Pill.tsx';

const sites: Inventory = {
  ...listedKinds.site,
  title: 'Sites',
  icon: <Globe />,
  columns: ({ timezone }) => ({
    leading: [
      keyColumn('Site'),
      toldColumn('detected', 'Detected', 176, {
        hint: 'Host of the page, as reported by the browser.',
        cell: (row) => {
          const [declared, detected] = [toldText(row, 'declared'), toldText(row, 'detected')];
          const differs = declared !== '' && detected !== '' && declared !== detected;
          return differs ? <span className={pillClass('warn')}>{detected}</span> : muted(detected);
        },
      }),
      adsTxtColumn('ads.txt', timezone),
    ],
    more: [
      toldColumn('declared', 'Declared', 160, { hint: 'Host declared in the parameters of the tag.' }),
      toldColumn('publisher', 'Publisher', 120),
      toldColumn('category', 'Category', 104),
    ],
  }),
};

/** The sites that traffic came from, or the members of an app list. */
export function SitesPage() {
  return <InventoryPage inventory={sites} />;
}
