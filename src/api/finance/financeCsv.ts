import type { InvoiceDocument, StatementPart } from '#model/finance/index.ts';
import { nanosFromUsd, type Usd } from '#model/index.ts';
import { csvLine } from '../entities/exportList/exportCells.ts';
import type { FinanceMonth } from './financeContract.ts';

/** A byte order mark tells spreadsheets that a text is UTF-8. */
const mark = '\uFEFF';

/** A month as CSV: one line for each account, amounts with nine decimals. */
export function monthCsv({ month, rows }: FinanceMonth): string {
  const head = [
    'Month (UTC)',
    'Account id',
    'Account',
    'State',
    'Requests',
    'Impressions',
    'Measured impressions',
    'Revenue (USD)',
    'Marketplace revenue (USD)',
    'Supply cost (USD)',
    'Request fees (USD)',
    'Impression fees (USD)',
    'Postbid fees (USD)',
    'Recorded at other prices (USD)',
    'System cost (USD)',
    'DSP share (USD)',
    'Charges (USD)',
    'Account profit (USD)',
    'Adjustments (USD)',
    'Due (USD)',
    'Invoice',
    'Collected (USD)',
    'Counted after close (USD)',
  ];
  const lines = rows.map(({ statement, ...row }) => {
    const feesOf = (kind: string) =>
      nineDecimals(
        statement.fees.filter((fee) => fee.kind === kind).reduce((sum, { amount }) => sum + nanosFromUsd(amount), 0n),
      );
    return [
      month,
      String(row.demandId),
      row.name,
      row.state,
      String(statement.reqs),
      String(statement.imps),
      String(statement.scanned),
      ...[statement.rev, statement.revM, statement.cost].map(exact),
      feesOf('request'),
      feesOf('impression'),
      feesOf('postbid'),
      ...[statement.otherPrices, statement.systemCost, statement.dspShare, statement.charges, statement.profit].map(
        exact,
      ),
      exact(row.adjustments),
      exact(row.due),
      row.invoice?.number ?? '',
      exact(row.collected),
      row.afterClose ? exact(row.afterClose.difference) : '',
    ];
  });
  return mark + [head, ...lines].map(csvLine).join('');
}

/** Parts of a month as CSV, the totals last. */
export function partsCsv(heading: string, parts: readonly StatementPart[]): string {
  const head = [
    `${heading} id`,
    heading,
    'Requests',
    'Impressions',
    'Measured impressions',
    'Revenue (USD)',
    'Marketplace revenue (USD)',
    'DSP share (USD)',
    'Supply cost (USD)',
    'System cost (USD)',
  ];
  const amounts = ['rev', 'revM', 'dspShare', 'cost', 'systemCost'] as const;
  const lines = parts.map((part) => [
    part.key,
    part.key === '' ? 'None' : part.name,
    part.reqs === null ? '' : String(part.reqs),
    String(part.imps),
    String(part.scanned),
    ...amounts.map((name) => exact(part[name])),
  ]);
  const count = (of: (part: StatementPart) => number) => String(parts.reduce((sum, part) => sum + of(part), 0));
  const totals = [
    'Totals',
    '',
    parts.some(({ reqs }) => reqs !== null) ? count(({ reqs }) => reqs ?? 0) : '',
    count(({ imps }) => imps),
    count(({ scanned }) => scanned),
    ...amounts.map((name) => nineDecimals(parts.reduce((sum, part) => sum + nanosFromUsd(part[name]), 0n))),
  ];
  return mark + [head, ...lines, totals].map(csvLine).join('');
}

/** An invoice as CSV: its lines, then what they come to. */
export function invoiceCsv(document: InvoiceDocument): string {
  const { lines, adjustments, net, tax, total } = document;
  const body = [...lines, ...adjustments].map(({ text, quantity, price, amount }) => [
    document.number,
    document.month,
    text,
    quantity,
    price,
    amount,
  ]);
  const sums = [
    ['Net', net],
    ['Tax', tax],
    ['Total', total],
  ].map(([text = '', amount = '']) => [document.number, document.month, text, '', '', amount]);
  const head = ['Number', 'Month (UTC)', 'Text', 'Quantity', 'Price', 'Amount (USD)'];
  return mark + [head, ...body, ...sums].map(csvLine).join('');
}

/** Exact to the nano-dollar, always with nine decimals. */
function exact(usd: Usd): string {
  return nineDecimals(nanosFromUsd(usd));
}

function nineDecimals(nanos: bigint): string {
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(10, '0');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
