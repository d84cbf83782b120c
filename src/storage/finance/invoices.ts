import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  buildCredit,
  buildInvoice,
  documentTitle,
  type InvoiceDocument,
  invoiceNumber,
  type Month,
  sumUsd,
} from '#model/finance/index.ts';
import { type FieldChange, nanosFromUsd, usdFromNanos, type Usd } from '#model/index.ts';
import { type Author, type NewEntry, recordChanges } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { financeInvoices, financePayments, financeSettings } from '../tables.ts';
import { adjustmentsOf } from './adjustments.ts';
import { type AccountMonth, closingOf } from './closings.ts';
import { done, type FinanceOutcome, lockAccounts, rejected } from './financeOutcome.ts';
import { lockInvoiceSettings } from './invoiceSettings.ts';

/** A payment of an invoice; negative for a refund. */
export interface PaymentRow {
  id: number;
  invoiceId: number;
  amount: Usd;
  /** YYYY-MM-DD. */
  paidOn: string;
  note: string;
  userId: number | null;
}

/** An invoice or a credit note. */
export interface InvoiceRow {
  id: number;
  number: string;
  kind: 'invoice' | 'credit';
  demandId: number;
  month: Month;
  total: Usd;
  document: InvoiceDocument;
  issuedAt: string;
  sentAt: string | null;
  /** For a credit note: the invoice that it reverses. */
  corrects: number | null;
  /** For an invoice: the credit note that reversed it. */
  correctedBy: number | null;
  payments: PaymentRow[];
  collected: Usd;
}

/** Invoices, credit notes and payments. None is ever deleted. */
export interface InvoiceStore {
  /** Those of a month, in the order of their numbers; of all accounts, or one. */
  list(month: Month, demandId?: number): Promise<InvoiceRow[]>;
  get(id: number): Promise<InvoiceRow | null>;
  /** Issues the invoice of a closed month with the next number. */
  issue(
    author: Author,
    month: AccountMonth,
    given: { at: string; customer: InvoiceDocument['customer'] },
  ): Promise<FinanceOutcome<number>>;
  markSent(author: Author, id: number, at: string): Promise<FinanceOutcome<null>>;
  /** Records a payment, at most the open amount, or a refund, at most the amount paid. */
  pay(
    author: Author,
    id: number,
    payment: Pick<PaymentRow, 'amount' | 'paidOn' | 'note'>,
  ): Promise<FinanceOutcome<null>>;
  /** Reverses an invoice by a credit note with its own number. Returns the credit note's id. */
  creditInvoice(author: Author, id: number, given: { at: string; reason: string }): Promise<FinanceOutcome<number>>;
}

export function openInvoices(db: Database): InvoiceStore {
  return {
    list: (month, demandId) =>
      readInvoices(
        db,
        and(
          eq(financeInvoices.month, month),
          demandId === undefined ? undefined : eq(financeInvoices.demandId, demandId),
        ),
      ),
    get: async (id) => (await readInvoices(db, eq(financeInvoices.id, id)))[0] ?? null,
    issue(author, { demandId, month }, { at, customer }) {
      return db.transaction(async (transaction) => {
        await lockAccounts(transaction, [demandId]);
        const closing = await closingOf(transaction, demandId, month);
        if (!closing) return rejected('month_open', 'Close the month before issuing its invoice');
        const existing = await readInvoices(
          transaction,
          and(eq(financeInvoices.month, month), eq(financeInvoices.demandId, demandId)),
        );
        const counting = existing.find(({ kind, correctedBy }) => kind === 'invoice' && correctedBy === null);
        if (counting) return rejected('invoice_exists', `This month already has invoice ${counting.number}`);
        const adjustments = await adjustmentsOf(transaction, demandId, month);
        const { settings, nextSequence } = await lockInvoiceSettings(transaction);
        if (settings.name.trim() === '' || settings.address.trim() === '') {
          return rejected(
            'issuer_missing',
            'Add your company details before issuing invoices. Enter name and address in Invoice settings',
          );
        }
        const document = buildInvoice({
          number: invoiceNumber(settings.prefix, nextSequence),
          month,
          issuedOn: at.slice(0, 10),
          settings,
          customer,
          statement: closing.record.statement,
          adjustments,
        });
        if (nanosFromUsd(document.total) <= 0n) {
          return rejected('nothing_to_invoice', 'There is nothing to invoice for this month');
        }
        const inserted = await insertDocument(transaction, author, document, {
          demandId,
          at,
          sequence: nextSequence,
          corrects: null,
        });
        return done(inserted);
      });
    },
    markSent(author, id, at) {
      return withInvoice(db, id, async (transaction, invoice) => {
        if (invoice.sentAt !== null) return done(null);
        await transaction.update(financeInvoices).set({ sentAt: at }).where(eq(financeInvoices.id, id));
        await logChange(transaction, author, invoice, [{ field: 'sentAt', from: null, to: at }]);
        return done(null);
      });
    },
    pay(author, id, payment) {
      return withInvoice(db, id, async (transaction, invoice) => {
        const fault = paymentFault(invoice, payment.amount);
        if (fault !== null) return rejected('amount', fault, 'amount');
        await transaction.insert(financePayments).values({ invoiceId: id, userId: author.userId, ...payment });
        const collected = usdFromNanos(nanosFromUsd(invoice.collected) + nanosFromUsd(payment.amount));
        await logChange(transaction, author, invoice, [
          { field: 'collected', from: invoice.collected, to: collected },
          { field: 'paidOn', from: null, to: payment.paidOn },
          ...(payment.note === '' ? [] : [{ field: 'note', from: null, to: payment.note }]),
        ]);
        return done(null);
      });
    },
    creditInvoice(author, id, { at, reason }) {
      return withInvoice(db, id, async (transaction, invoice) => {
        if (invoice.kind === 'credit') return rejected('is_credit', 'A credit note cannot be voided');
        if (invoice.correctedBy !== null) return rejected('is_void', 'This invoice is already void');
        if (nanosFromUsd(invoice.collected) !== 0n) {
          return rejected('is_paid', 'Payments are recorded for this invoice. Record a refund before voiding it');
        }
        const { settings, nextSequence } = await lockInvoiceSettings(transaction);
        const number = invoiceNumber(settings.prefix, nextSequence);
        const credit = buildCredit(invoice.document, number, at.slice(0, 10));
        const voided = entryOfChange(invoice, [
          { field: 'correctedBy', from: null, to: number },
          { field: 'reason', from: null, to: reason },
        ]);
        const inserted = await insertDocument(transaction, author, credit, {
          demandId: invoice.demandId,
          at,
          sequence: nextSequence,
          corrects: id,
          also: [voided],
        });
        return done(inserted);
      });
    },
  };
}

function paymentFault({ kind, correctedBy, collected, total }: InvoiceRow, amount: Usd): string | null {
  if (kind === 'credit') return 'Payments cannot be recorded for a credit note';
  if (correctedBy !== null) return 'This invoice is void';
  const after = nanosFromUsd(collected) + nanosFromUsd(amount);
  if (after > nanosFromUsd(total)) {
    return `Only ${usdFromNanos(nanosFromUsd(total) - nanosFromUsd(collected))} USD is outstanding`;
  }
  return after < 0n ? `Only ${collected} USD has been paid` : null;
}

/** Acts on an invoice under the lock of its account. */
async function withInvoice<Value>(
  db: Database,
  id: number,
  act: (transaction: Transaction, invoice: InvoiceRow) => Promise<FinanceOutcome<Value>>,
): Promise<FinanceOutcome<Value>> {
  const [found] = await db
    .select({ demandId: financeInvoices.demandId })
    .from(financeInvoices)
    .where(eq(financeInvoices.id, id));
  if (!found) return { type: 'missing' };
  return db.transaction(async (transaction) => {
    await lockAccounts(transaction, [found.demandId]);
    const [invoice] = await readInvoices(transaction, eq(financeInvoices.id, id));
    return invoice ? act(transaction, invoice) : { type: 'missing' };
  });
}

async function insertDocument(
  transaction: Transaction,
  author: Author,
  document: InvoiceDocument,
  {
    demandId,
    at,
    sequence,
    corrects,
    also = [],
  }: { demandId: number; at: string; sequence: number; corrects: number | null; also?: readonly NewEntry[] },
): Promise<number> {
  const { number, kind, month, total } = document;
  const [row] = await transaction
    .insert(financeInvoices)
    .values({ sequence, number, kind, demandId, month, total, document, issuedAt: at, userId: author.userId, corrects })
    .returning({ id: financeInvoices.id });
  if (!row) throw new Error('the invoice was not stored');
  await transaction.update(financeSettings).set({ nextSequence: sequence + 1 });
  await recordChanges(transaction, author, [
    {
      action: 'created',
      entity: 'invoice',
      rowId: row.id,
      name: nameOf(document),
      demandId: null,
      fields: [{ field: 'total', from: null, to: total }],
    },
    ...also,
  ]);
  return row.id;
}

async function readInvoices(
  connection: Database | Transaction,
  condition: ReturnType<typeof and>,
): Promise<InvoiceRow[]> {
  const rows = await connection.select().from(financeInvoices).where(condition).orderBy(asc(financeInvoices.sequence));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [payments, credits] = [
    await connection
      .select()
      .from(financePayments)
      .where(inArray(financePayments.invoiceId, ids))
      .orderBy(asc(financePayments.id)),
    await connection
      .select({ id: financeInvoices.id, corrects: financeInvoices.corrects })
      .from(financeInvoices)
      .where(inArray(financeInvoices.corrects, ids)),
  ];
  return rows.map((row) => {
    const own = payments.filter(({ invoiceId }) => invoiceId === row.id);
    return {
      ...row,
      kind: row.kind as InvoiceRow['kind'],
      document: row.document as InvoiceDocument,
      correctedBy: credits.find(({ corrects }) => corrects === row.id)?.id ?? null,
      payments: own,
      collected: usdFromNanos(sumUsd(own.map(({ amount }) => amount))),
    };
  });
}

function logChange(
  transaction: Transaction,
  author: Author,
  invoice: InvoiceRow,
  fields: FieldChange[],
): Promise<void> {
  return recordChanges(transaction, author, [entryOfChange(invoice, fields)]);
}

function entryOfChange({ id, document }: InvoiceRow, fields: FieldChange[]): NewEntry {
  return { action: 'updated', entity: 'invoice', rowId: id, name: nameOf(document), demandId: null, fields };
}

/** The name of a document in the log, with its account. */
function nameOf(document: InvoiceDocument): string {
  return `${documentTitle(document)}, ${document.customer.name}`;
}
