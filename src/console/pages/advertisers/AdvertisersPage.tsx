import { Handshake, Tag } from 'lucide-react';
import { advertiser } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';

const intro = {
  icon: <Handshake />,
  text: 'An advertiser is a partner that buys. Each tag belongs to one; pausing the advertiser pauses all its tags.',
};

function links(row: EntityRow): RowLink[] {
  return [{ label: 'Its tags', icon: <Tag />, to: '/tags', search: { advertiserId: row.id, status: 'all' } }];
}

/** The advertisers of the account. */
export function AdvertisersPage() {
  return <EntityPage entity={advertiser} intro={intro} links={links} />;
}
