import { Clapperboard } from 'lucide-react';
import { creative } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Clapperboard />,
  text: 'A creative is an ad of an advertiser’s own: what its campaigns show.',
};

const notice = 'Ad serving does not show creatives yet.';

/** The creatives of the account. */
export function CreativesPage() {
  return <EntityPage entity={creative} intro={intro} notice={notice} />;
}
