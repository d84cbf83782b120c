import { Coins } from 'lucide-react';
import { exchangeRate } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';

const intro = {
  icon: <Coins />,
  text: 'An exchange rate says what a currency is worth, so that demand that bids in it competes with all other demand.',
};

const notice = 'The rates of the whole platform. Demand in a currency without an active rate is not asked.';

/** What currencies are worth: admins look, the super admin sets. */
export function ExchangeratesPage() {
  return <EntityPage entity={exchangeRate} intro={intro} notice={notice} />;
}
