import { agingBuckets, type ItemKind, type ItemState, type Month, sumUsd } from '#model/finance/index.ts';
import { usdFromNanos } from '#model/index.ts';
import { type FinanceTable, usd } from './financeTable.ts';
import type { FinanceItems } from './itemContract.ts';

const kindLabels: Record<ItemKind, { partner: string; file: string }> = {
  advertiser: { partner: 'Advertiser', file: 'receivables' },
  adexchange: { partner: 'Ad exchange', file: 'receivables from ad exchanges' },
  subpublisher: { partner: 'Sub-publisher', file: 'payables' },
  supplier: { partner: 'Supplier', file: 'payables to suppliers' },
};

const states: Record<ItemState, string> = { open: 'Open', part: 'Partially settled', settled: 'Settled' };

const itemAmounts = ['amount', 'amountDue', 'paid', 'writtenOff', 'open'] as const;

/** Items with their settlement as a table, the totals last. */
export function itemTable({ kind, account, rows }: FinanceItems, month: Month | undefined): FinanceTable {
  const { partner, file } = kindLabels[kind];
  return {
    name: `${account} ${month ?? 'all months'} ${file}`,
    columns: [
      { header: 'Month (UTC)' },
      { header: `${partner} ID` },
      { header: partner },
      { header: 'Terms' },
      { header: 'Due date' },
      ...['Exact amount', 'Amount due', 'Paid', 'Written off', 'Outstanding'].map(usd),
      { header: 'State' },
      { header: 'Days overdue', unit: 'count' },
    ],
    rows: [
      ...rows.map((row) => [
        row.month,
        row.partnerId,
        row.name,
        `NET ${row.terms}`,
        row.dueOn,
        ...itemAmounts.map((key) => row[key]),
        states[row.state],
        row.daysOverdue,
      ]),
      [
        'Totals',
        null,
        null,
        null,
        null,
        ...itemAmounts.map((key) => usdFromNanos(sumUsd(rows.map((row) => row[key])))),
        null,
        null,
      ],
    ],
  };
}

/** Partners' open amounts by days overdue as a table, the totals last. */
export function agingTable({ kind, account, today, aging, total }: FinanceItems): FinanceTable {
  const { partner, file } = kindLabels[kind];
  const keys = [...agingBuckets.map(({ key }) => key), 'total' as const];
  return {
    name: `${account} ${file} aging ${today}`,
    columns: [
      { header: `${partner} ID` },
      { header: partner },
      ...agingBuckets.map(({ label }) => usd(label)),
      usd('Total'),
    ],
    rows: [
      ...aging.map((row) => [row.partnerId, row.name, ...keys.map((key) => row[key])]),
      ['Totals', null, ...keys.map((key) => total[key])],
    ],
  };
}
