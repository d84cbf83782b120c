import { Megaphone } from 'lucide-react';
import { campaign } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import { campaignActions, campaignLinks } from './campaignRow.tsx';

const intro = {
  icon: <Megaphone />,
  text: 'A campaign is one advertiser’s line item: its creatives, its bid, its flight and its budget.',
};

/** The list of campaigns. Each opens on a page of its own. */
export function CampaignsPage() {
  return <EntityPage entity={campaign} intro={intro} links={campaignLinks} actions={campaignActions} />;
}
