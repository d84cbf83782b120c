import { Link } from '@tanstack/react-router';
import { creative } from '#model/index.ts';
import { asNumbers } from '../../entities/form/asList.ts';
import { asText } from '../../entities/form/asText.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { useRows } from '../../entities/useEntity.ts';
import type { WarningsComponent } from '../../entities/form/WarningsComponent.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { useBoughtDeals } from '../../structures/useBoughtDeals.ts';
import { budgetWarning, creativeWarning, dealWarning, noneApproved } from './campaignWarnings.ts';

/** Warnings about form values that stop a campaign from bidding or from spending its budget. */
export const CampaignWarnings: WarningsComponent = ({ values, children }) => {
  const user = useUser();
  const today = useToday(user.timezone);
  const advertiser = Number(asText(values['advertiserId']));
  const { data } = useRows(
    creative,
    { advertiserId: advertiser, size: 1000 },
    { isWanted: advertiser > 0 && asNumbers(values['creativeIds']).length > 0 },
  );
  const deals = useBoughtDeals(asNumbers(values['dealIds']).length > 0);
  const creatives = data && new Map(data.rows.map((row) => [row.id, row]));
  const floors = deals && !user.hidesMoney && new Map([...deals].map(([id, { floor }]) => [id, floor]));
  const shown = creativeWarning(values, creatives);
  const budget = budgetWarning(values, today);
  return children({
    creativeIds:
      shown === noneApproved && pageFor('creative', user) ? (
        <>
          {shown}{' '}
          <Link
            to="/creatives"
            search={{ advertiserId: String(advertiser), review: 'pending,rejected' }}
            className="underline underline-offset-2"
          >
            View creatives
          </Link>
        </>
      ) : (
        shown
      ),
    dealIds: dealWarning(values, floors || undefined),
    ...(budget ? { [budget.field]: budget.text } : {}),
  });
};
