import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import { daysOf, type FeeKind } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import { formatCount } from '../../lib/format.ts';
import { usdText } from '#model/money/usdText.ts';
import { type ReportLink, writeFilter } from '../../reports/reportLink.ts';
import { Card } from '../../ui/Card.tsx';
import { Amount } from './Amount.tsx';

const feeLabels: Record<FeeKind, string> = {
  request: 'Request fees',
  impression: 'Impression fees',
  postbid: 'Postbid fees',
};

/** The operator's charges line by line, and the counts, revenue, supply cost and profit of the month. */
export function StatementCard({ shown }: { shown: FinanceAccountMonth }) {
  const { statement, adjustments, due } = shown;
  const late = statement.lateInvalid;
  const isOther = nanosFromUsd(statement.otherPrices) !== 0n;
  const unattributed = statement.unitemized ?? statement.systemCost;
  return (
    <Card
      title="Statement"
      padding="none"
      footer={
        <>
          Amounts are exact to the nano-dollar. Hover over an amount to see all decimals.
          {nanosFromUsd(unattributed) === 0n ? null : (
            <>
              {' '}
              <Amount usd={unattributed} /> of the system cost was recorded without a breakdown by fee. Its fees are
              calculated as quantity × price at that time.
            </>
          )}
          {late && late.imps > 0
            ? ' Revenue and supply cost do not include impressions that were found invalid later.'
            : null}
        </>
      }
    >
      <table className="w-full text-sm" aria-label="Charges to the account">
        <thead>
          <tr className="border-b text-xs text-muted">
            <Head isText>Item</Head>
            <Head>Quantity</Head>
            <Head>Price</Head>
            <Head>Amount</Head>
          </tr>
        </thead>
        <tbody>
          {statement.fees.map(({ kind, quantity, price, amount }) => (
            <Line
              key={`${kind} ${price}`}
              label={price === null ? `${feeLabels[kind]}, not itemized` : feeLabels[kind]}
              {...(price === null ? {} : { quantity: formatCount(quantity), price: `$${price} / 1,000` })}
              amount={amount}
            />
          ))}
          {isOther ? <Line label="Other fees" amount={statement.otherPrices} /> : null}
          <Line label="System cost" amount={statement.systemCost} isSum />
          <Line
            label="DSP share of marketplace revenue"
            quantity={usdText(statement.revM)}
            amount={statement.dspShare}
          />
          <Line label="Adjustments" amount={adjustments} />
          <Line label="Total before tax" amount={due} isSum />
        </tbody>
      </table>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 border-t px-4 py-3 text-sm sm:grid-cols-4">
        <Figure label="Requests">{formatCount(statement.reqs)}</Figure>
        <Figure label="Impressions">{formatCount(statement.imps)}</Figure>
        <Figure label="Measured impressions">{formatCount(statement.scanned)}</Figure>
        <Figure label="Revenue">
          <Amount usd={statement.rev} />
        </Figure>
        <Figure label="Supply cost">
          <Amount usd={statement.cost} />
        </Figure>
        <Figure label="Account profit">
          <Amount usd={statement.profit} />
        </Figure>
        {late && late.imps > 0 ? (
          <>
            <Figure label="Late invalid impressions">
              <Link to="/report" search={reportOfLate(shown)} className="cell-link">
                {formatCount(late.imps)}
              </Link>
            </Figure>
            <Figure label="Late invalid revenue">
              <Amount usd={late.rev} />
            </Figure>
            <Figure label="Late invalid supply cost">
              <Amount usd={late.cost} />
            </Figure>
          </>
        ) : null}
      </dl>
    </Card>
  );
}

/** The late invalid traffic of an account's month, by reason and channel. */
function reportOfLate({ month, demandId }: FinanceAccountMonth): ReportLink {
  const { from, to } = daysOf(month);
  return {
    from,
    to,
    dims: 'ivt_type,channel',
    metrics: 'late_imps,late_clicks,late_rev,late_cost',
    f: [writeFilter({ dim: 'account', op: 'in', values: [demandId] })],
  };
}

function Head({ children, isText = false }: { children: ReactNode; isText?: boolean }) {
  return (
    <th scope="col" className={`px-4 py-2 font-medium ${isText ? 'text-left' : 'text-right'}`}>
      {children}
    </th>
  );
}

function Line({
  label,
  quantity = '',
  price = '',
  amount,
  isSum = false,
}: {
  label: string;
  quantity?: string;
  price?: string;
  amount: string;
  isSum?: boolean;
}) {
  return (
    <tr className={isSum ? 'border-t font-medium' : undefined}>
      <th scope="row" className={`px-4 py-1.5 text-left ${isSum ? 'font-medium' : 'font-normal'}`}>
        {label}
      </th>
      <td className="tnum px-4 py-1.5 text-right text-muted">{quantity}</td>
      <td className="tnum px-4 py-1.5 text-right whitespace-nowrap text-muted">{price}</td>
      <td className="px-4 py-1.5 text-right">
        <Amount usd={amount} />
      </td>
    </tr>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tnum truncate">{children}</dd>
    </div>
  );
}
