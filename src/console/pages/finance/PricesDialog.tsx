import { useState } from 'react';
import type { FinancePrices } from '#api/finance/priceContract.ts';
import { useUser } from '../../frame/session.ts';
import { useToday } from '../../reports/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PriceForm } from './PriceForm.tsx';
import { timeOf } from './timeOf.ts';
import { usePrices } from './useFinance.ts';
import { WithdrawButton } from './WithdrawButton.tsx';

const stateLabels: Record<FinancePrices['state'], string> = {
  past: 'Past',
  inForce: 'Current',
  planned: 'Scheduled',
  withdrawn: 'Withdrawn',
};

/** Past, current and planned prices of an account. The super admin changes them, now or from a future day. */
export function PricesDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { role } = useUser();
  const today = useToday(0);
  const [isChanging, setChanging] = useState(false);
  const { data, error, isFetching, refetch } = usePrices(id);
  const inForce = data?.find(({ state }) => state === 'inForce');
  if (isChanging && inForce) {
    return <PriceForm id={id} name={name} prices={inForce} today={today} onClose={() => setChanging(false)} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Prices for ${name}`}
      description="New prices never change past charges."
      size="lg"
      padding="none"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {role === 'super' ? (
            <Button variant="primary" disabled={!inForce} onClick={() => setChanging(true)}>
              Change prices…
            </Button>
          ) : null}
        </>
      }
    >
      {data ? (
        <PriceTable prices={data} mayWithdraw={role === 'super'} />
      ) : error ? (
        <LoadError title="Error on load data" query={{ error, refetch, isFetching }} />
      ) : (
        <Skeleton className="m-5 h-40" />
      )}
    </Dialog>
  );
}

function PriceTable({ prices, mayWithdraw }: { prices: readonly FinancePrices[]; mayWithdraw: boolean }) {
  return (
    <table className="w-full text-sm" aria-label="Price history">
      <thead>
        <tr className="border-b text-xs text-muted">
          {['Effective from (UTC)', 'State', 'Requests', 'Impressions', 'DSP share', 'Postbid', 'User', ''].map(
            (head, index) => (
              <th
                key={head || 'withdraw'}
                scope="col"
                className={`px-4 py-2 font-medium ${index > 1 && index < 6 ? 'text-right' : 'text-left'}`}
              >
                {head === '' ? <span className="sr-only">Withdraw</span> : head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="divide-y">
        {prices.toReversed().map((version) => (
          <tr key={`${version.validFrom} ${version.planId} ${version.state}`} className="align-top">
            <th scope="row" className="tnum px-4 py-2 text-left font-normal whitespace-nowrap">
              {version.validFrom === null ? 'Account creation' : timeOf(version.validFrom)}
              {version.note === '' ? null : (
                <p className="max-w-56 text-xs wrap-anywhere whitespace-normal text-muted">{version.note}</p>
              )}
            </th>
            <td className="px-4 py-2">
              <Pill tone={version.state === 'inForce' ? 'good' : 'neutral'} hollow={version.state === 'withdrawn'}>
                {stateLabels[version.state]}
              </Pill>
            </td>
            <td className="tnum px-4 py-2 text-right">${version.priceReq}</td>
            <td className="tnum px-4 py-2 text-right">${version.priceImp}</td>
            <td className="tnum px-4 py-2 text-right">{version.priceDsp}%</td>
            <td className="tnum px-4 py-2 text-right">${version.pricePostbid}</td>
            <td className="px-4 py-2 text-muted">{version.userName ?? '–'}</td>
            <td className="px-4 py-1.5 text-right">
              {mayWithdraw && version.planId !== null ? <WithdrawButton planId={version.planId} /> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
