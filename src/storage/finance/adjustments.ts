import { and, asc, eq } from 'drizzle-orm';
import { type Month, monthLabel, sumUsd } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos, type Usd } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database, Transaction } from '../entities/database.ts';
import { financeAdjustments } from '../tables.ts';
import { type AccountMonth, closingOf, isClosed } from './closings.ts';
import { done, type FinanceOutcome, lockAccounts, rejected } from './financeOutcome.ts';

/** An amount added to an account's charges for a month. */
export interface AdjustmentRow {
  id: number;
  demandId: number;
  month: Month;
  amount: Usd;
  reason: string;
  carriedFrom: Month | null;
  userId: number | null;
  createdAt: string;
}

export interface AdjustmentStore {
  /** Those of a month, and those that carry its difference into another one; of all accounts, or one. */
  list(month: Month, demandId?: number): Promise<{ own: AdjustmentRow[]; carriedForward: AdjustmentRow[] }>;
  /** Adds one to an open month. */
  add(
    author: Author,
    month: AccountMonth,
    values: { amount: Usd; reason: string },
  ): Promise<FinanceOutcome<AdjustmentRow>>;
  /**
   * Carries the post-close activity of a closed month forward into an open month. Amounts carried before are deducted,
   * so that the same difference is never carried twice.
   */
  carryForward(
    author: Author,
    from: AccountMonth,
    given: { into: Month; chargesNow: Usd },
  ): Promise<FinanceOutcome<AdjustmentRow>>;
  /** Deletes one of an open month. */
  remove(author: Author, id: number, nameOf: (demandId: number) => Promise<string>): Promise<FinanceOutcome<null>>;
}

export function openAdjustments(db: Database): AdjustmentStore {
  return {
    async list(month, demandId) {
      const accountCondition = demandId === undefined ? undefined : eq(financeAdjustments.demandId, demandId);
      const read = (condition: ReturnType<typeof eq>) =>
        db
          .select()
          .from(financeAdjustments)
          .where(and(condition, accountCondition))
          .orderBy(asc(financeAdjustments.id));
      const [own, carriedForward] = await Promise.all([
        read(eq(financeAdjustments.month, month)),
        read(eq(financeAdjustments.carriedFrom, month)),
      ]);
      return { own, carriedForward };
    },
    add(author, month, values) {
      return db.transaction(async (transaction) => {
        const [id] = await lockAccounts(transaction, [month.demandId]);
        if (id === undefined) return { type: 'missing' };
        return insert(transaction, author, month, { ...values, carriedFrom: null });
      });
    },
    carryForward(author, from, { into, chargesNow }) {
      return db.transaction(async (transaction) => {
        const { demandId, month } = from;
        await lockAccounts(transaction, [demandId]);
        const closing = await closingOf(transaction, demandId, month);
        if (!closing) return { type: 'missing' };
        const carriedForward = await transaction
          .select({ amount: financeAdjustments.amount })
          .from(financeAdjustments)
          .where(and(eq(financeAdjustments.demandId, demandId), eq(financeAdjustments.carriedFrom, month)));
        const remaining =
          nanosFromUsd(chargesNow) -
          nanosFromUsd(closing.record.statement.charges) -
          sumUsd(carriedForward.map(({ amount }) => amount));
        if (remaining === 0n)
          return rejected('nothing_to_carry', 'There is no post-close activity left to carry forward');
        return insert(
          transaction,
          author,
          { ...from, month: into },
          {
            amount: usdFromNanos(remaining),
            reason: `Post-close activity for ${monthLabel(month)}`,
            carriedFrom: month,
          },
        );
      });
    },
    async remove(author, id, nameOf) {
      const [found] = await db.select().from(financeAdjustments).where(eq(financeAdjustments.id, id));
      if (!found) return { type: 'missing' };
      const name = await nameOf(found.demandId);
      return db.transaction(async (transaction) => {
        await lockAccounts(transaction, [found.demandId]);
        if (await isClosed(transaction, found.demandId, found.month)) return closedMonth(found.month);
        const deleted = await transaction
          .delete(financeAdjustments)
          .where(eq(financeAdjustments.id, id))
          .returning({ id: financeAdjustments.id });
        if (deleted.length === 0) return { type: 'missing' };
        await logChange(transaction, author, 'deleted', { ...found, name });
        return done(null);
      });
    },
  };
}

/** The adjustments of a month under the account's lock. */
export async function adjustmentsOf(
  connection: Connection,
  demandId: number,
  month: Month,
): Promise<{ reason: string; amount: Usd }[]> {
  return connection
    .select({ reason: financeAdjustments.reason, amount: financeAdjustments.amount })
    .from(financeAdjustments)
    .where(and(eq(financeAdjustments.demandId, demandId), eq(financeAdjustments.month, month)))
    .orderBy(asc(financeAdjustments.id));
}

async function insert(
  transaction: Transaction,
  author: Author,
  { demandId, month, name }: AccountMonth,
  values: { amount: Usd; reason: string; carriedFrom: Month | null },
): Promise<FinanceOutcome<AdjustmentRow>> {
  if (await isClosed(transaction, demandId, month)) return closedMonth(month);
  const [row] = await transaction
    .insert(financeAdjustments)
    .values({ demandId, month, userId: author.userId, ...values })
    .returning();
  if (!row) throw new Error('the adjustment was not stored');
  await logChange(transaction, author, 'created', { ...row, name });
  return done(row);
}

function closedMonth(month: Month) {
  return rejected('month_closed', `${monthLabel(month)} is closed. Its adjustments cannot change`, 'month');
}

function logChange(
  transaction: Transaction,
  author: Author,
  action: 'created' | 'deleted',
  { id, name, month, amount, reason }: AdjustmentRow & { name: string },
): Promise<void> {
  const change = (field: string, value: string) =>
    action === 'created' ? { field, from: null, to: value } : { field, from: value, to: null };
  return recordChanges(transaction, author, [
    {
      action,
      entity: 'adjustment',
      rowId: id,
      name: `${name}, ${monthLabel(month)}`,
      demandId: null,
      fields: [change('amount', amount), change('reason', reason)],
    },
  ]);
}
