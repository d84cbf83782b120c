import { dayFromNumber, dayNumber } from '../calendarDay.ts';
import { nanosFromUsd, usdFromNanos, type Usd } from '../money/money.ts';
import { type Month, monthLabel } from './month.ts';
import type { FeeLine, Statement } from './statement.ts';

/** Settings for invoices: the issuer's name and address, the terms of payment and the tax. */
export interface InvoiceSettings {
  name: string;
  /** Lines of text. */
  address: string;
  taxId: string;
  /** Payment details: lines of text. */
  bank: string;
  /** Prefix of invoice numbers. */
  prefix: string;
  /** Days from issue until payment is due. */
  netDays: number;
  /** Percentage with at most two decimals; null = no tax. */
  taxRate: number | null;
}

/** One line of an invoice. Amounts have two decimals, prices as many as needed. */
export interface InvoiceLine {
  text: string;
  quantity: string;
  price: string;
  amount: Usd;
}

/** The contents of an invoice; fixed when it is issued. */
export interface InvoiceDocument {
  kind: 'invoice' | 'credit';
  number: string;
  /** The number of the invoice that a credit note reverses; empty on an invoice. */
  corrects: string;
  month: Month;
  /** YYYY-MM-DD. */
  issuedOn: string;
  dueOn: string;
  issuer: InvoiceSettings;
  customer: { name: string; companyName: string; companyAddress: string };
  lines: InvoiceLine[];
  /** Adjustments of the month, after the lines. */
  adjustments: InvoiceLine[];
  subtotal: Usd;
  /** Lines and adjustments, before tax. */
  net: Usd;
  tax: Usd;
  total: Usd;
}

/** The inputs of an invoice. */
export interface InvoiceParts {
  number: string;
  month: Month;
  issuedOn: string;
  settings: InvoiceSettings;
  customer: InvoiceDocument['customer'];
  statement: Statement;
  adjustments: readonly { reason: string; amount: Usd }[];
}

const nanosPerCent = 10_000_000n;

/** Rounds an amount in nano-USD to whole cents, half away from zero. Returns nano-USD. */
export function roundToCents(nanos: bigint): bigint {
  const magnitude = nanos < 0n ? -nanos : nanos;
  const rounded = ((magnitude + nanosPerCent / 2n) / nanosPerCent) * nanosPerCent;
  return nanos < 0n ? -rounded : rounded;
}

/** The number of an invoice: its prefix and at least five digits. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}${String(sequence).padStart(5, '0')}`;
}

/** The day that is `days` later, YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return dayFromNumber(dayNumber(day) + days);
}

const feeTexts: Record<FeeLine['kind'], string> = {
  request: 'Ad requests',
  impression: 'Impressions',
  postbid: 'Measured impressions (post-bid verification)',
};

/**
 * Builds the invoice of a closed month. Each line is rounded to the cent; the total is the exact amount rounded once,
 * and the rounding difference has its own line.
 */
export function buildInvoice(parts: InvoiceParts): InvoiceDocument {
  const { statement, settings } = parts;
  const exact = [
    ...statement.fees.map(({ kind, quantity, price, amount }) => ({
      text: price === null ? `${feeTexts[kind]}, not itemized` : feeTexts[kind],
      ...(price === null ? {} : { quantity: grouped(String(quantity)), price: `$${price} per 1,000` }),
      nanos: nanosFromUsd(amount),
    })),
    { text: 'Other fees', nanos: nanosFromUsd(statement.otherPrices) },
    {
      text: 'DSP share of marketplace revenue',
      quantity: `$${grouped(cents(nanosFromUsd(statement.revM)))}`,
      nanos: nanosFromUsd(statement.dspShare),
    },
  ].filter(({ nanos }) => nanos !== 0n);
  const adjusted = parts.adjustments.map(({ reason, amount }) => ({ text: reason, nanos: nanosFromUsd(amount) }));
  const due = [...exact, ...adjusted].reduce((sum, { nanos }) => sum + nanos, 0n);
  const net = roundToCents(due);
  const roundedSum = [...exact, ...adjusted].reduce((sum, { nanos }) => sum + roundToCents(nanos), 0n);
  const roundingDifference = net - roundedSum;
  const lines = [...exact, ...(roundingDifference === 0n ? [] : [{ text: 'Rounding', nanos: roundingDifference }])].map(
    lineOf,
  );
  const subtotal = exact.reduce((sum, { nanos }) => sum + roundToCents(nanos), roundingDifference);
  const tax =
    settings.taxRate === null ? 0n : roundToCents((net * BigInt(Math.round(settings.taxRate * 100))) / 10_000n);
  return {
    kind: 'invoice',
    number: parts.number,
    corrects: '',
    month: parts.month,
    issuedOn: parts.issuedOn,
    dueOn: dayAfter(parts.issuedOn, settings.netDays),
    issuer: settings,
    customer: parts.customer,
    lines,
    adjustments: adjusted.map(lineOf),
    subtotal: usdFromNanos(subtotal),
    net: usdFromNanos(net),
    tax: usdFromNanos(tax),
    total: usdFromNanos(net + tax),
  };
}

/** Builds the credit note that reverses an invoice: all amounts negated. */
export function buildCredit(invoice: InvoiceDocument, number: string, issuedOn: string): InvoiceDocument {
  const negated = (amount: Usd) => usdFromNanos(-nanosFromUsd(amount));
  const back = (line: InvoiceLine) => ({ ...line, amount: negated(line.amount) });
  return {
    ...invoice,
    kind: 'credit',
    number,
    corrects: invoice.number,
    issuedOn,
    dueOn: issuedOn,
    lines: invoice.lines.map(back),
    adjustments: invoice.adjustments.map(back),
    subtotal: negated(invoice.subtotal),
    net: negated(invoice.net),
    tax: negated(invoice.tax),
    total: negated(invoice.total),
  };
}

/** The title of a document: "Invoice INV-00001, October 2026". */
export function documentTitle({ kind, number, month }: Pick<InvoiceDocument, 'kind' | 'number' | 'month'>): string {
  return `${kind === 'credit' ? 'Credit note' : 'Invoice'} ${number}, ${monthLabel(month)}`;
}

function lineOf({
  text,
  nanos,
  quantity = '',
  price = '',
}: {
  text: string;
  nanos: bigint;
  quantity?: string;
  price?: string;
}): InvoiceLine {
  return { text, quantity, price, amount: usdFromNanos(roundToCents(nanos)) };
}

/** Formats nano-USD with two decimals. */
function cents(nanos: bigint): string {
  return usdFromNanos(roundToCents(nanos));
}

/** "1234567.50" → "1,234,567.50". */
function grouped(decimal: string): string {
  return decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}
