import { ArrowLeftRight } from 'lucide-react';
import { adexchange } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <ArrowLeftRight />,
  text: 'An ad exchange is a buyer that bids on the traffic of suppliers.',
};

export function AdexchangesPage() {
  return <EntityPage entity={adexchange} intro={intro} />;
}
