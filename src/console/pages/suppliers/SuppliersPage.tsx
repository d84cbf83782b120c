import { Handshake, Truck } from 'lucide-react';
import { mayRead, supplier } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { whyEntry } from '../../reasons/whyEntry.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';

const intro = {
  icon: <Truck />,
  text: 'A supplier is a partner that sends bid requests for its inventory.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'endpoint',
    label: 'Endpoint',
    isNextAfterCreate: true,
    Panel: lazyChunk(() => import('./EndpointTab.tsx'), 'EndpointTab'),
  },
];

function links(row: EntityRow): RowLink[] {
  return [
    {
      label: 'View deals',
      icon: <Handshake />,
      to: '/deals',
      entity: 'deal',
      search: { supplierId: row.id, status: 'all' },
    },
  ];
}

const actions = (row: EntityRow): MenuEntry[] => [whyEntry('supplier', row.id)];

export function SuppliersPage() {
  const user = useUser();
  return (
    <EntityPage
      entity={supplier}
      intro={intro}
      rowTabs={rowTabs}
      links={links}
      {...(mayRead(user, 'channel') ? { actions } : {})}
    />
  );
}
