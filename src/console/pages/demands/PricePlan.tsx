import { formatMoney, formatPercent } from '../../lib/format.ts';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { type Prices, pricesOf } from '#model/finance/index.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { FormSection } from '../../ui/field/FormSection.tsx';
import { PriceForm } from '../finance/PriceForm.tsx';
import { timeOf } from '../finance/timeOf.ts';
import { usePrices } from '../finance/useFinance.ts';
import { WithdrawButton } from '../finance/WithdrawButton.tsx';

/** When prices take effect: those in the form at once, planned prices on their day. */
export const PricePlan: RowTab['Panel'] = ({ row }) => {
  const { role } = useUser();
  const today = useToday(0);
  const [isPlanning, setPlanning] = useState(false);
  const { data, error, isFetching, refetch } = usePrices(row.id);
  const planned = data?.filter(({ state }) => state === 'planned') ?? [];
  const mayChange = role === 'super';
  return (
    <FormSection
      title="Scheduled prices"
      description="Prices saved here apply to requests from now on. Earlier traffic keeps its prices."
    >
      {error && !data ? <LoadError query={{ error, refetch, isFetching }} /> : null}
      {planned.length === 0 ? null : (
        <ul aria-label="Planned prices" className="divide-y rounded-md border text-sm">
          {planned.map(({ planId, validFrom, priceReq, priceImp, priceDsp, pricePostbid, note }) => (
            <li key={planId} className="flex items-center gap-3 px-3 py-1.5">
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p>
                  From <span className="tnum">{timeOf(validFrom ?? '')}</span> UTC, replacing the prices in effect until
                  then:
                </p>
                <p className="tnum text-xs text-muted">
                  Request CPM {formatMoney(priceReq)} · Impression CPM {formatMoney(priceImp)} · DSP revenue share{' '}
                  {formatPercent(priceDsp)} · Postbid CPM {formatMoney(pricePostbid)}
                </p>
                {note === '' ? null : <p className="text-xs text-muted">{note}</p>}
              </div>
              {mayChange && planId !== null ? <WithdrawButton planId={planId} /> : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <div>
          <Button size="sm" icon={<CalendarClock aria-hidden />} onClick={() => setPlanning(true)}>
            Schedule prices…
          </Button>
        </div>
      ) : null}
      {isPlanning ? (
        <PriceForm
          id={row.id}
          name={row.name ?? ''}
          prices={pricesOf(row as EntityRow & Prices)}
          today={today}
          isPlan
          onClose={() => setPlanning(false)}
        />
      ) : null}
    </FormSection>
  );
};
