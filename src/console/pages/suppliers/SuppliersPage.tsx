import { Handshake, Truck } from 'lucide-react';
import { lazy } from 'react';
import { supplier } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { loadChunk } from '../../frame/chunkReload.ts';

const intro = {
  icon: <Truck />,
  text: 'A supplier is a partner that sends bid requests for its inventory.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'endpoint',
    label: 'Endpoint',
    isNextAfterCreate: true,
    Panel: lazy(() => loadChunk(() => import('./EndpointTab.tsx').then((module) => ({ default: module.EndpointTab })))),
  },
];

function links(row: EntityRow): RowLink[] {
  return [{ label: 'Its deals', icon: <Handshake />, to: '/deals', search: { supplierId: row.id, status: 'all' } }];
}

/** The suppliers of the account. */
export function SuppliersPage() {
  return <EntityPage entity={supplier} intro={intro} rowTabs={rowTabs} links={links} />;
}
