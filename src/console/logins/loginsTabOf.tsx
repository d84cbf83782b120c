import { lazy } from 'react';
import type { RowTab } from '../entities/RowTab.ts';
import { loadChunk } from '../frame/chunkReload.ts';

const PartnerLogins = lazy(() =>
  loadChunk(() => import('./PartnerLogins.tsx').then((module) => ({ default: module.PartnerLogins }))),
);

/** The Logins tab of the page of a kind of partner. Call it once per page, outside of components. */
export function loginsTabOf(partner: 'subpublisher' | 'advertiser'): RowTab {
  return {
    id: 'logins',
    label: 'Logins',
    Panel: ({ row }) => (
      <PartnerLogins
        owner={
          partner === 'subpublisher' ? { type: 'sub', subpublisherId: row.id } : { type: 'adv', advertiserId: row.id }
        }
      />
    ),
  };
}
