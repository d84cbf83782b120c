import { Handshake } from 'lucide-react';
import { deal } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Handshake />,
  text: 'A deal is a price agreed with a supplier, known by the id that bid requests carry.',
};

const notice = 'Ad serving does not match deals yet.';

/** The deals of the account. */
export function DealsPage() {
  return <EntityPage entity={deal} intro={intro} notice={notice} />;
}
