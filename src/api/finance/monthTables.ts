import type { FeeKind, PartKind, Statement, StatementPart } from '#model/finance/index.ts';
import { sumUsd } from '#model/finance/index.ts';
import { type Usd, usdFromNanos } from '#model/index.ts';
import { type FinanceColumn, type FinanceTable, usd } from './financeTable.ts';
import type { FinanceMonth } from './monthContract.ts';

const count = (header: string): FinanceColumn => ({ header, unit: 'count' });

/** A month as a table: one line per account. */
export function monthTable({ month, rows }: FinanceMonth): FinanceTable {
  return {
    name: `finance ${month}`,
    columns: [
      { header: 'Month (UTC)' },
      { header: 'Account ID' },
      { header: 'Account' },
      { header: 'State' },
      ...['Requests', 'Impressions', 'Measured impressions'].map(count),
      ...[
        'Revenue',
        'Marketplace revenue',
        'Supply cost',
        'Request fees',
        'Impression fees',
        'Postbid fees',
        'Other fees',
        'System cost',
        'DSP share',
        'Charges',
        'Account profit',
        'Adjustments',
        'Total before tax',
      ].map(usd),
      { header: 'Invoice' },
      ...['Collected', 'Post-close activity'].map(usd),
      ...lateColumns,
    ],
    rows: rows.map(({ statement, ...row }) => [
      month,
      row.demandId,
      row.name,
      row.state,
      statement.reqs,
      statement.imps,
      statement.scanned,
      statement.rev,
      statement.revM,
      statement.cost,
      feesOf(statement, 'request'),
      feesOf(statement, 'impression'),
      feesOf(statement, 'postbid'),
      statement.otherPrices,
      statement.systemCost,
      statement.dspShare,
      statement.charges,
      statement.profit,
      row.adjustments,
      row.due,
      row.invoice?.number ?? null,
      row.collected,
      row.afterClose?.difference ?? null,
      ...lateValues([statement]),
    ]),
  };
}

/** Amounts that revenue and supply cost do not include. */
const lateColumns: FinanceColumn[] = [
  count('Late invalid impressions'),
  usd('Late invalid revenue'),
  usd('Late invalid supply cost'),
];

function lateValues(rows: readonly Pick<StatementPart, 'lateInvalid'>[]): [imps: number, rev: Usd, cost: Usd] {
  const late = rows.flatMap(({ lateInvalid }) => lateInvalid ?? []);
  return [
    late.reduce((sum, { imps }) => sum + imps, 0),
    usdFromNanos(sumUsd(late.map(({ rev }) => rev))),
    usdFromNanos(sumUsd(late.map(({ cost }) => cost))),
  ];
}

function feesOf({ fees }: Statement, kind: FeeKind): Usd {
  return usdFromNanos(sumUsd(fees.filter((fee) => fee.kind === kind).map(({ amount }) => amount)));
}

const partHeadings: Record<PartKind, string> = {
  day: 'Day (UTC)',
  channel: 'Channel',
  tag: 'Tag',
  advertiser: 'Advertiser',
  adexchange: 'Ad exchange',
  subpublisher: 'Sub-publisher',
  supplier: 'Supplier',
};

const partAmounts = ['rev', 'revM', 'dspShare', 'cost', 'systemCost'] as const;

/** The parts of a month as a table, the totals last. */
export function partsTable(name: string, by: PartKind, parts: readonly StatementPart[]): FinanceTable {
  const heading = partHeadings[by];
  const sum = (of: (part: StatementPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    name,
    columns: [
      { header: `${heading} ID` },
      { header: heading },
      ...['Requests', 'Impressions', 'Measured impressions'].map(count),
      ...['Revenue', 'Marketplace revenue', 'DSP share', 'Supply cost', 'System cost'].map(usd),
      ...lateColumns,
    ],
    rows: [
      ...parts.map((part) => [
        part.key,
        part.key === '' ? 'None' : part.name,
        part.reqs,
        part.imps,
        part.scanned,
        ...partAmounts.map((key) => part[key]),
        ...lateValues([part]),
      ]),
      [
        'Totals',
        null,
        parts.some(({ reqs }) => reqs !== null) ? sum(({ reqs }) => reqs ?? 0) : null,
        sum(({ imps }) => imps),
        sum(({ scanned }) => scanned),
        ...partAmounts.map((key) => usdFromNanos(sumUsd(parts.map((part) => part[key])))),
        ...lateValues(parts),
      ],
    ],
  };
}
