import { Link } from '@tanstack/react-router';
import { Clapperboard, Megaphone, MessageCircleQuestionMark } from 'lucide-react';
import { campaign } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { WarnedCampaign } from './WarnedCampaign.tsx';

const intro = {
  icon: <Megaphone />,
  text: 'A campaign is a line of one advertiser’s own demand: what it shows, what it bids, and the days and money that it has.',
};

function links(row: EntityRow): RowLink[] {
  const search = { advertiserId: row['advertiserId'], status: 'all' };
  return [{ label: 'Creatives', icon: <Clapperboard />, to: '/creatives', search }];
}

const actions = (row: EntityRow): MenuEntry[] => [
  {
    kind: 'link',
    id: 'why',
    label: 'Why no bid?',
    icon: <MessageCircleQuestionMark />,
    link: <Link to="/why" search={{ campaign: row.id }} />,
  },
];

/** The campaigns of the account. */
export function CampaignsPage() {
  return <EntityPage entity={campaign} intro={intro} links={links} actions={actions} warned={WarnedCampaign} />;
}
