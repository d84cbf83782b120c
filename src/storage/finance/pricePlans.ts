import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type PriceChange, priceFields, type Prices } from '#model/finance/index.ts';
import type { FieldChange } from '#model/index.ts';
import { type Author, recordChanges, systemAuthor } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { getRow } from '../entities/readRows.ts';
import { noEffects, flushEffects } from '../entities/writeEffects.ts';
import { updateRows } from '../entities/writeRows.ts';
import { changes, pricePlans } from '../tables.ts';
import { done, type FinanceOutcome, lockAccounts, rejected } from './financeOutcome.ts';

/** A logged price change, with its author. */
export interface LoggedPriceChange extends PriceChange {
  demandId: number;
  userId: number | null;
  adminId: number | null;
  requestId: string;
}

/** Prices that take effect on a future day. */
export interface PricePlan extends Prices {
  id: number;
  demandId: number;
  /** ISO 8601, the start of a UTC day. */
  validFrom: string;
  note: string;
  userId: number | null;
  createdAt: string;
  appliedAt: string | null;
  withdrawnAt: string | null;
}

/** A requested price change. */
export interface PriceInput {
  demandId: number;
  /** ISO 8601; null = now. */
  validFrom: string | null;
  prices: Prices;
  note: string;
}

/** The prices of accounts: past, current and planned. */
export interface PricePlanStore {
  /** Every logged price change, the oldest first; of all accounts, or one. */
  changes(demandId?: number): Promise<LoggedPriceChange[]>;
  /** All plans of an account, by their start. */
  list(demandId: number): Promise<PricePlan[]>;
  /** Changes prices now, or plans to. */
  plan(author: Author, input: PriceInput, now: string): Promise<FinanceOutcome<null>>;
  /** Withdraws a plan that has not started. */
  withdraw(author: Author, id: number, now: string): Promise<FinanceOutcome<null>>;
  /** Applies every plan that is due, each once; returns whether there was one. */
  applyDue(now: string): Promise<boolean>;
}

/** The request id of a plan's changes in the log, which distinguishes them from others. */
export function requestIdOfPlan(id: number): string {
  return `price-plan-${id}`;
}

export function openPricePlans(db: Database): PricePlanStore {
  return {
    async changes(demandId) {
      const isPriceChange = sql.join(
        priceFields.map((field) => sql`${changes.fields} @> ${JSON.stringify([{ field }])}::jsonb`),
        sql` or `,
      );
      const rows = await db
        .select()
        .from(changes)
        .where(
          and(
            eq(changes.entity, 'demand'),
            demandId === undefined ? undefined : eq(changes.rowId, demandId),
            sql`(${isPriceChange})`,
          ),
        )
        .orderBy(asc(changes.id));
      return rows.map(({ at, rowId, userId, adminId, requestId, fields }) => ({
        at,
        demandId: rowId ?? 0,
        userId,
        adminId,
        requestId,
        fields: fields as FieldChange[],
      }));
    },
    async list(demandId) {
      const rows = await db
        .select()
        .from(pricePlans)
        .where(eq(pricePlans.demandId, demandId))
        .orderBy(asc(pricePlans.validFrom), asc(pricePlans.id));
      return rows.map(planOf);
    },
    plan(author, { demandId, validFrom, prices, note }, now) {
      return db.transaction(async (transaction) => {
        const [account] = await lockAccounts(transaction, [demandId]);
        if (account === undefined) return { type: 'missing' };
        const [row] = await transaction
          .insert(pricePlans)
          .values({
            demandId,
            validFrom: validFrom ?? now,
            ...prices,
            priceDsp: Math.round(prices.priceDsp * 100),
            note,
            userId: author.userId,
            createdAt: now,
            ...(validFrom === null ? { appliedAt: now } : {}),
          })
          .onConflictDoNothing()
          .returning();
        if (!row)
          return rejected(
            'start_taken',
            'Other prices are already scheduled for that day. Withdraw them first',
            'validFrom',
          );
        if (validFrom === null) {
          await applyPlan(transaction, author, planOf(row));
        } else {
          await logPlan(transaction, author, planOf(row), 'created');
        }
        return done(null);
      });
    },
    withdraw(author, id, now) {
      return db.transaction(async (transaction) => {
        const [row] = await transaction.select().from(pricePlans).where(eq(pricePlans.id, id)).for('update');
        if (!row || row.withdrawnAt !== null) return { type: 'missing' };
        if (row.appliedAt !== null) return rejected('began', 'These prices are already in effect');
        await transaction.update(pricePlans).set({ withdrawnAt: now }).where(eq(pricePlans.id, id));
        await logPlan(transaction, author, planOf(row), 'deleted');
        return done(null);
      });
    },
    async applyDue(now) {
      let isAny = false;
      while (await applyNext(db, now)) isAny = true;
      return isAny;
    },
  };
}

/**
 * Applies the plan that has been due longest. One transaction per plan: its row is locked, so that two processes never
 * apply it twice.
 */
async function applyNext(db: Database, now: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .select()
      .from(pricePlans)
      .where(and(lte(pricePlans.validFrom, now), isNull(pricePlans.appliedAt), isNull(pricePlans.withdrawnAt)))
      .orderBy(asc(pricePlans.validFrom), asc(pricePlans.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return false;
    await transaction.update(pricePlans).set({ appliedAt: now }).where(eq(pricePlans.id, row.id));
    await applyPlan(transaction, { ...systemAuthor, userId: row.userId }, planOf(row));
    return true;
  });
}

async function applyPlan(transaction: Transaction, author: Author, plan: PricePlan): Promise<void> {
  const { id, demandId, priceReq, priceImp, priceDsp, pricePostbid } = plan;
  const effects = noEffects();
  const [outcome] = await updateRows(
    transaction,
    'demand',
    [{ id: demandId, values: { priceReq, priceImp, priceDsp, pricePostbid } }],
    { scope: 'all', effects, sealer: null },
  );
  if (outcome?.type !== 'done') throw new Error(`the prices of account ${demandId} were not written`);
  await flushEffects(transaction, { ...author, requestId: requestIdOfPlan(id) }, effects);
}

async function logPlan(
  transaction: Transaction,
  author: Author,
  { id, demandId, validFrom, note, ...plan }: PricePlan,
  action: 'created' | 'deleted',
): Promise<void> {
  const account = await getRow(transaction, 'demand', demandId, 'all');
  const values: [string, unknown][] = [
    ['validFrom', validFrom],
    ...priceFields.map((field): [string, unknown] => [field, plan[field]]),
    ['note', note],
  ];
  return recordChanges(transaction, author, [
    {
      action,
      entity: 'pricePlan',
      rowId: id,
      name: `Prices of ${account?.name ?? ''} from ${validFrom.slice(0, 10)}`,
      demandId: null,
      fields: values.map(([field, value]) =>
        action === 'created' ? { field, from: null, to: value } : { field, from: value, to: null },
      ),
    },
  ]);
}

function planOf(row: typeof pricePlans.$inferSelect): PricePlan {
  return { ...row, priceDsp: row.priceDsp / 100 };
}
