import type { RowTab } from '../entities/RowTab.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';

const PartnerLogins = lazyChunk(() => import('./PartnerLogins.tsx'), 'PartnerLogins');

/** Creates the Logins tab of a partner's page. Call it once per page, outside of components. */
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
