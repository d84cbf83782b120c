import { Handshake, Megaphone, Tag } from 'lucide-react';
import { advertiser, mayRead } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { loginsTabOf } from '../../logins/loginsTabOf.tsx';

const intro = {
  icon: <Handshake />,
  text: 'An advertiser is a demand partner. Tags, campaigns and creatives belong to an advertiser; pausing it pauses them all.',
};

const tagsOf = (row: EntityRow): RowLink => {
  return {
    label: 'View tags',
    icon: <Tag />,
    to: '/tags',
    entity: 'tag',
    search: { advertiserId: row.id, status: 'all' },
  };
};
const campaignsOf = (row: EntityRow): RowLink => {
  const search = { advertiserId: row.id, status: 'all' };
  return { label: 'View campaigns', icon: <Megaphone />, to: '/campaigns', entity: 'campaign', search };
};

const rowTabs = [loginsTabOf('advertiser')];

export function AdvertisersPage() {
  const user = useUser();
  const { showDsp } = user;
  return (
    <EntityPage
      entity={advertiser}
      intro={intro}
      {...(mayRead(user, 'login') ? { rowTabs } : {})}
      links={(row) => (showDsp ? [tagsOf(row), campaignsOf(row)] : [tagsOf(row)])}
    />
  );
}
