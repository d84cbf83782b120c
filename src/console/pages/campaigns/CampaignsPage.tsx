import { Megaphone } from 'lucide-react';
import { campaign } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Megaphone />,
  text: 'A campaign is a line of one advertiser’s own demand with the days on which it runs.',
};

const notice = 'Ad serving does not run campaigns yet.';

/** The campaigns of the account. */
export function CampaignsPage() {
  return <EntityPage entity={campaign} intro={intro} notice={notice} />;
}
