import { Coins } from 'lucide-react';
import { exchangeRate } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Coins />,
  text: 'An exchange rate converts bids in a currency to US dollars, so that they compete with all other demand.',
};

const notice = 'These rates apply to the whole platform. Demand in a currency without an active rate is not called.';

/** Exchange rates. Admins view them; the super admin sets them. */
export function ExchangeratesPage() {
  return <EntityPage entity={exchangeRate} intro={intro} notice={notice} />;
}
