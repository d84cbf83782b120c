import { Clapperboard, Megaphone } from 'lucide-react';
import { campaign } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { WarnedCampaign } from './WarnedCampaign.tsx';

const intro = {
  icon: <Megaphone />,
  text: 'A campaign is a line of one advertiser’s own demand: what it shows, what it bids, and the days and money that it has.',
};

function links(row: EntityRow): RowLink[] {
  const search = { advertiserId: row['advertiserId'], status: 'all' };
  return [{ label: 'Creatives', icon: <Clapperboard />, to: '/creatives', search }];
}

/** The campaigns of the account. */
export function CampaignsPage() {
  return <EntityPage entity={campaign} intro={intro} links={links} warned={WarnedCampaign} />;
}
