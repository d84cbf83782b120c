import { Link } from '@tanstack/react-router';
import type { FinanceRow } from '#api/finance/monthContract.ts';
import { type FeeKind, type Month, sumUsd } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { exactValue } from '#reports/result/formatValue.ts';
import { usdText } from '#model/money/usdText.ts';
import type { Column } from '../../ui/table/DataTable.tsx';
import { pillClass } from '../../ui/Pill.tsx';
import { stateLabels } from './stateLabels.ts';

/** Columns with counts of the statement. */
export const countColumns = ['reqs', 'imps', 'scanned'] as const;

const feesOf =
  (kind: FeeKind) =>
  ({ statement }: FinanceRow) =>
    usdFromNanos(sumUsd(statement.fees.filter((fee) => fee.kind === kind).map(({ amount }) => amount)));

/** The amount of each money column, by column ID. */
export const moneyOf: Readonly<Record<string, (row: FinanceRow) => string>> = {
  rev: ({ statement }) => statement.rev,
  revM: ({ statement }) => statement.revM,
  cost: ({ statement }) => statement.cost,
  request: feesOf('request'),
  impression: feesOf('impression'),
  postbid: feesOf('postbid'),
  otherPrices: ({ statement }) => statement.otherPrices,
  systemCost: ({ statement }) => statement.systemCost,
  dspShare: ({ statement }) => statement.dspShare,
  profit: ({ statement }) => statement.profit,
  adjustments: ({ adjustments }) => adjustments,
  due: ({ due }) => due,
  collected: ({ collected }) => collected,
  afterClose: ({ afterClose }) => afterClose?.remaining ?? '0.00',
};

const heads: Record<string, { header: string; hint: string; width?: number }> = {
  reqs: { header: 'Requests', hint: 'Calls that passed the supply filters.' },
  imps: { header: 'Impressions', hint: 'Counted impressions: the first impression event of each served ad.' },
  scanned: { header: 'Measured', hint: 'Impressions measured for post-bid verification.', width: 96 },
  rev: { header: 'Revenue', hint: 'Gross revenue of the account.' },
  revM: { header: 'Marketplace', hint: 'Revenue earned through marketplaces: what DSPs spend.' },
  cost: { header: 'Supply cost', hint: 'Amount payable to the account’s supply side.' },
  request: {
    header: 'Request fees',
    hint: 'Fees for post-bid verification, as recorded. If fees were not recorded separately: requests × price at that time.',
  },
  impression: {
    header: 'Imp. fees',
    hint: 'Fees for post-bid verification, as recorded. If fees were not recorded separately: impressions × price at that time.',
    width: 104,
  },
  postbid: {
    header: 'Postbid fees',
    hint: 'Fees for post-bid verification, as recorded. If fees were not recorded separately: measured impressions × price at that time.',
  },
  otherPrices: {
    header: 'Other fees',
    hint: 'System cost that is not in the fee columns because it was recorded at other prices.',
  },
  systemCost: { header: 'System cost', hint: 'All fees, as recorded.' },
  dspShare: { header: 'DSP share', hint: 'The operator’s share of marketplace revenue.', width: 104 },
  profit: { header: 'Profit', hint: 'Account profit: revenue − supply cost − system cost − DSP share.' },
  adjustments: { header: 'Adjustments', hint: 'Sum of the month’s adjustments.' },
  due: {
    header: 'Total before tax',
    hint: 'What the account is charged: system cost + DSP share + adjustments.',
    width: 148,
  },
  collected: { header: 'Collected', hint: 'Payments received for the invoice.' },
  afterClose: { header: 'Post-close', hint: 'Post-close activity that is not carried forward yet.', width: 108 },
};

/** The columns of the month list. An account links to its month. */
export function monthColumns(month: Month): Column<FinanceRow>[] {
  const head = (id: string) => ({ ...heads[id], header: heads[id]?.header ?? id, width: heads[id]?.width ?? 116 });
  const counts = countColumns.map((id): Column<FinanceRow> => ({
    ...head(id),
    id,
    align: 'end',
    sortable: true,
    cell: ({ statement }) => statement[id].toLocaleString('en-US'),
  }));
  const money = (id: string): Column<FinanceRow> => ({
    ...head(id),
    id,
    align: 'end',
    sortable: true,
    cell: (row) => usdText(moneyOf[id]?.(row) ?? '0'),
    title: (row) => exactValue(moneyOf[id]?.(row), 'usd'),
  });
  return [
    {
      id: 'name',
      header: 'Account',
      width: 200,
      grow: true,
      sortable: true,
      sticky: true,
      cell: ({ demandId, name }) => (
        <Link to="/finance" search={{ month, account: demandId }} className="cell-link">
          {name}
        </Link>
      ),
    },
    // Beside the name: the amount that the month is about.
    { ...money('due'), sticky: true },
    {
      id: 'state',
      header: 'State',
      width: 84,
      sortable: true,
      cell: ({ state }) => {
        const { label, tone, isHollow } = stateLabels[state];
        return <span className={pillClass(tone, true, isHollow)}>{label}</span>;
      },
    },
    ...counts,
    ...Object.keys(moneyOf)
      .filter((id) => !['due', 'collected', 'afterClose'].includes(id))
      .map(money),
    {
      id: 'invoice',
      header: 'Invoice',
      width: 110,
      sortable: true,
      cell: ({ invoice }) => (invoice ? invoice.number : <span className="cell-muted">–</span>),
    },
    money('collected'),
    money('afterClose'),
  ];
}

/** Rows sorted by a column; ties by name. */
export function sortMonthRows(rows: readonly FinanceRow[], key: string, direction: 'asc' | 'desc'): FinanceRow[] {
  const sign = direction === 'desc' ? -1 : 1;
  const byName = (a: FinanceRow, b: FinanceRow) => a.name.localeCompare(b.name) || a.demandId - b.demandId;
  return rows.toSorted((a, b) => {
    const money = moneyOf[key];
    if (money) return sign * compare(nanosFromUsd(money(a)), nanosFromUsd(money(b))) || byName(a, b);
    const count = countColumns.find((id) => id === key);
    if (count) return sign * (a.statement[count] - b.statement[count]) || byName(a, b);
    if (key === 'state') return sign * a.state.localeCompare(b.state) || byName(a, b);
    if (key === 'invoice')
      return sign * (a.invoice?.number ?? '').localeCompare(b.invoice?.number ?? '') || byName(a, b);
    return sign * byName(a, b);
  });
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
