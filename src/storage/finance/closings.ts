import { and, eq, sql } from 'drizzle-orm';
import {
  type ClosedMonth,
  type ItemKind,
  itemKinds,
  type Month,
  monthLabel,
  readClosedMonth,
  type MonthTerms,
  type StatementPart,
} from '#model/finance/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database, Transaction } from '../entities/database.ts';
import { financeAdjustments, financeClosings, financeInvoices, financeSettlements } from '../tables.ts';
import { done, type FinanceOutcome, lockAccounts, rejected } from './financeOutcome.ts';

/** A closed month of an account. */
export interface ClosingRow {
  demandId: number;
  month: Month;
  /** ISO 8601. */
  closedAt: string;
  userId: number | null;
  record: ClosedMonth;
}

/** The partners of a closed month: amounts and terms of each. */
export interface ClosedPartners {
  month: Month;
  parts: Partial<Record<ItemKind, StatementPart[]>>;
  terms?: MonthTerms;
}

/** The parts of a closed month that its items need. Tags and channels are left out: there may be many. */
const partnerFields = sql<ClosedPartners['parts']>`json_build_object(${sql.join(
  itemKinds.flatMap((kind) => [sql`${kind}::text`, sql`${financeClosings.record}->'parts'->${kind}::text`]),
  sql`, `,
)})`;

/** A month of an account; the log uses the name. */
export interface AccountMonth {
  demandId: number;
  name: string;
  month: Month;
}

/** The closed months. */
export interface ClosingStore {
  /** The closings of a month, of all accounts or one. */
  list(month: Month, demandId?: number): Promise<ClosingRow[]>;
  /** The partners of an account's closed months, the oldest month first. */
  partners(demandId: number): Promise<ClosedPartners[]>;
  /** Closes months with their numbers; months already closed stay unchanged. Returns the accounts that were closed. */
  close(author: Author, at: string, months: readonly (AccountMonth & { record: ClosedMonth })[]): Promise<number[]>;
  /**
   * Reopens a month, unless an invoice of it was issued, a difference was carried forward, or an item of its partners
   * was settled.
   */
  reopen(author: Author, month: AccountMonth, reason: string): Promise<FinanceOutcome<null>>;
}

export function openClosings(db: Database): ClosingStore {
  return {
    async list(month, demandId) {
      const rows = await db
        .select()
        .from(financeClosings)
        .where(
          and(
            eq(financeClosings.month, month),
            demandId === undefined ? undefined : eq(financeClosings.demandId, demandId),
          ),
        );
      return (rows as ClosingRow[]).map((row) => ({ ...row, record: readClosedMonth(row.record) }));
    },
    async partners(demandId) {
      const { record, month } = financeClosings;
      const rows = await db
        .select({
          month,
          parts: partnerFields,
          terms: sql<MonthTerms | null>`${record}->'terms'`,
        })
        .from(financeClosings)
        .where(eq(financeClosings.demandId, demandId))
        .orderBy(month);
      return rows.map(({ month: closedMonth, terms, parts }) => ({
        month: closedMonth,
        parts,
        ...(terms ? { terms } : {}),
      }));
    },
    close(author, at, months) {
      return db.transaction(async (transaction) => {
        const ids = await lockAccounts(
          transaction,
          months.map(({ demandId }) => demandId),
        );
        const values = months
          .filter(({ demandId }) => ids.includes(demandId))
          .map(({ demandId, month, record }) => ({ demandId, month, record, closedAt: at, userId: author.userId }));
        if (values.length === 0) return [];
        const closed = await transaction
          .insert(financeClosings)
          .values(values)
          .onConflictDoNothing()
          .returning({ demandId: financeClosings.demandId });
        const closedIds = new Set(closed.map(({ demandId }) => demandId));
        await recordChanges(
          transaction,
          author,
          months
            .filter(({ demandId }) => closedIds.has(demandId))
            .map((month) => ({
              ...entryOfMonth(month),
              fields: [
                { field: 'state', from: 'draft', to: 'final' },
                { field: 'charges', from: null, to: month.record.statement.charges },
              ],
            })),
        );
        return [...closedIds];
      });
    },
    reopen(author, account, reason) {
      return db.transaction(async (transaction) => {
        const { demandId, month } = account;
        await lockAccounts(transaction, [demandId]);
        if (!(await isClosed(transaction, demandId, month))) return { type: 'missing' };
        const invoices = await transaction
          .select()
          .from(financeInvoices)
          .where(and(eq(financeInvoices.demandId, demandId), eq(financeInvoices.month, month)));
        const corrected = new Set(invoices.map(({ corrects }) => corrects));
        if (invoices.some(({ sentAt }) => sentAt !== null)) {
          return rejected(
            'invoice_sent',
            'An invoice for this month was sent. Correct it with an adjustment in an open month',
          );
        }
        if (invoices.some(({ id, kind }) => kind === 'invoice' && !corrected.has(id))) {
          return rejected('invoice_issued', 'This month has an invoice. Void it first');
        }
        const [carriedAdjustment] = await transaction
          .select({ month: financeAdjustments.month })
          .from(financeAdjustments)
          .where(and(eq(financeAdjustments.demandId, demandId), eq(financeAdjustments.carriedFrom, month)))
          .limit(1);
        if (carriedAdjustment) {
          return rejected(
            'carried',
            `Post-close activity was carried forward to ${monthLabel(carriedAdjustment.month)}. Delete that adjustment first`,
            '',
            {
              label: monthLabel(carriedAdjustment.month),
              href: `/finance?month=${carriedAdjustment.month}&account=${demandId}&card=adjustments`,
            },
          );
        }
        const settled = await transaction
          .select({ kind: financeSettlements.kind, amount: sql<string>`sum(${financeSettlements.amount})` })
          .from(financeSettlements)
          .where(and(eq(financeSettlements.demandId, demandId), eq(financeSettlements.month, month)))
          .groupBy(financeSettlements.kind, financeSettlements.partnerId, financeSettlements.type);
        const left = settled.find(({ amount }) => Number(amount) !== 0);
        if (left) {
          return rejected('settled', 'Payments or write-offs are recorded for this month. Reverse them first', '', {
            label: 'Receivables and payables',
            href: `/finance?month=${month}&account=${demandId}&items=${left.kind}&card=items`,
          });
        }
        await transaction
          .delete(financeClosings)
          .where(and(eq(financeClosings.demandId, demandId), eq(financeClosings.month, month)));
        await recordChanges(transaction, author, [
          {
            ...entryOfMonth(account),
            fields: [
              { field: 'state', from: 'final', to: 'draft' },
              { field: 'reason', from: null, to: reason },
            ],
          },
        ]);
        return done(null);
      });
    },
  };
}

/** Whether a month of an account is closed; stable under the account's lock. */
export async function isClosed(connection: Connection, demandId: number, month: Month): Promise<boolean> {
  const rows = await connection
    .select({ demandId: financeClosings.demandId })
    .from(financeClosings)
    .where(and(eq(financeClosings.demandId, demandId), eq(financeClosings.month, month)));
  return rows.length > 0;
}

/** The closing of a month under the account's lock; null where it is open. */
export async function closingOf(transaction: Transaction, demandId: number, month: Month): Promise<ClosingRow | null> {
  const [row] = await transaction
    .select()
    .from(financeClosings)
    .where(and(eq(financeClosings.demandId, demandId), eq(financeClosings.month, month)));
  return (row as ClosingRow | undefined) ?? null;
}

function entryOfMonth({ demandId, name, month }: AccountMonth) {
  return {
    action: 'updated',
    entity: 'statement',
    rowId: demandId,
    name: `${name}, ${monthLabel(month)}`,
    demandId: null,
  } as const;
}
