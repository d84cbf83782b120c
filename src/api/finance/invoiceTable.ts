import { documentTitle, type InvoiceDocument } from '#model/finance/index.ts';
import type { FinanceTable } from './financeTable.ts';

/** An invoice as a table: its lines, then the totals, as printed. */
export function invoiceTable(document: InvoiceDocument): FinanceTable {
  const { number, month, lines, adjustments, net, tax, total } = document;
  return {
    name: documentTitle(document),
    columns: ['Number', 'Month (UTC)', 'Description', 'Quantity', 'Unit price', 'Amount (USD)'].map((header) => ({
      header,
    })),
    rows: [
      ...[...lines, ...adjustments].map(({ text, quantity, price, amount }) => [
        number,
        month,
        text,
        quantity,
        price,
        amount,
      ]),
      [number, month, 'Total before tax', '', '', net],
      [number, month, 'Tax', '', '', tax],
      [number, month, 'Total', '', '', total],
    ],
  };
}
