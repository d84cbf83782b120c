import { and, asc, eq, type SQL } from 'drizzle-orm';
import {
  balanceOf,
  type ItemKind,
  itemsOf,
  type Month,
  monthLabel,
  settlementFault,
  type SettlementType,
} from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos, type Usd } from '#model/index.ts';
import { type Author, recordChanges } from '../entities/changeLog.ts';
import type { Connection, Database, Transaction } from '../entities/database.ts';
import { financeSettlements } from '../tables.ts';
import { type AccountMonth, closingOf } from './closings.ts';
import { done, type FinanceOutcome, lockAccounts, rejected } from './financeOutcome.ts';

/** A payment or write-off of an item, or the entry that reverses one. */
export interface SettlementRow {
  id: number;
  demandId: number;
  month: Month;
  kind: ItemKind;
  partnerId: number;
  type: SettlementType;
  /** Negative for a reversal. */
  amount: Usd;
  /** YYYY-MM-DD. */
  settledOn: string;
  note: string;
  /** The entry that it reverses. */
  corrects: number | null;
  userId: number | null;
  createdAt: string;
}

/** Settlements of items of closed months. */
export interface SettlementStore {
  /** Those of an account's items of one kind, in the order of recording. */
  list(demandId: number, kind: ItemKind): Promise<SettlementRow[]>;
  /** Records a payment or write-off, at most the open amount. Returns its id. */
  settle(
    author: Author,
    month: AccountMonth,
    entry: Pick<SettlementRow, 'kind' | 'partnerId' | 'type' | 'amount' | 'settledOn' | 'note'>,
  ): Promise<FinanceOutcome<number>>;
  /** Reverses an entry by one of the opposite amount, once. Returns its id. `nameOf`: the name of an account. */
  reverse(
    author: Author,
    id: number,
    given: { on: string; reason: string },
    nameOf: (demandId: number) => Promise<string>,
  ): Promise<FinanceOutcome<number>>;
}

export function openSettlements(db: Database): SettlementStore {
  return {
    list: (demandId, kind) =>
      readSettlements(db, and(eq(financeSettlements.demandId, demandId), eq(financeSettlements.kind, kind))),
    settle(author, { demandId, name, month }, entry) {
      return db.transaction(async (transaction) => {
        await lockAccounts(transaction, [demandId]);
        const item = await itemOf(transaction, { demandId, month, ...entry });
        if (!item) return { type: 'missing' };
        const earlier = await readSettlements(transaction, sameItem({ demandId, month, ...entry }));
        const { open } = balanceOf(item, earlier, item.dueOn);
        const fault = settlementFault(open, entry.amount);
        if (fault !== null) return rejected('amount', fault, 'amount');
        const names = { account: name, partner: item.name };
        return insert(transaction, author, { demandId, month, corrects: null, ...entry }, names, open);
      });
    },
    async reverse(author, id, { on, reason }, nameOf) {
      const [found] = await readSettlements(db, eq(financeSettlements.id, id));
      if (!found) return { type: 'missing' };
      const account = await nameOf(found.demandId);
      return db.transaction(async (transaction) => {
        const { demandId, month, kind, partnerId, type, amount } = found;
        await lockAccounts(transaction, [demandId]);
        if (found.corrects !== null)
          return rejected('is_correction', 'A reversal cannot be reversed. Record the payment or write-off again');
        const entries = await readSettlements(transaction, sameItem(found));
        if (entries.some(({ corrects }) => corrects === id)) {
          return rejected('is_corrected', 'This entry is already reversed');
        }
        const item = await itemOf(transaction, found);
        if (!item) return { type: 'missing' };
        const { open } = balanceOf(item, entries, item.dueOn);
        const back = { demandId, month, kind, partnerId, type, settledOn: on, note: reason, corrects: id };
        const names = { account, partner: item.name };
        return insert(transaction, author, { ...back, amount: negated(amount) }, names, open);
      });
    },
  };
}

type ItemKey = Pick<SettlementRow, 'demandId' | 'month' | 'kind' | 'partnerId'>;

function sameItem({ demandId, month, kind, partnerId }: ItemKey): SQL | undefined {
  return and(
    eq(financeSettlements.demandId, demandId),
    eq(financeSettlements.month, month),
    eq(financeSettlements.kind, kind),
    eq(financeSettlements.partnerId, partnerId),
  );
}

/** The item of a closed month under the account's lock. */
async function itemOf(transaction: Transaction, { demandId, month, kind, partnerId }: ItemKey) {
  const closing = await closingOf(transaction, demandId, month);
  return closing ? itemsOf(month, closing.record, kind).find((item) => item.partnerId === partnerId) : undefined;
}

async function readSettlements(connection: Connection, condition: SQL | undefined): Promise<SettlementRow[]> {
  const rows = await connection.select().from(financeSettlements).where(condition).orderBy(asc(financeSettlements.id));
  return rows as SettlementRow[];
}

async function insert(
  transaction: Transaction,
  author: Author,
  entry: Omit<SettlementRow, 'id' | 'userId' | 'createdAt'>,
  { account, partner }: { account: string; partner: string },
  openBefore: Usd,
): Promise<FinanceOutcome<number>> {
  const [row] = await transaction
    .insert(financeSettlements)
    .values({ ...entry, userId: author.userId })
    .returning({ id: financeSettlements.id });
  if (!row) throw new Error('the settlement was not stored');
  const open = usdFromNanos(nanosFromUsd(openBefore) - nanosFromUsd(entry.amount));
  await recordChanges(transaction, author, [
    {
      action: 'created',
      entity: 'settlement',
      rowId: row.id,
      name: `${account}, ${partner}, ${monthLabel(entry.month)}`,
      demandId: null,
      fields: [
        { field: 'account', from: null, to: account },
        { field: 'itemKind', from: null, to: entry.kind },
        { field: 'corrects', from: null, to: entry.corrects },
        { field: entry.type, from: null, to: entry.amount },
        { field: 'settledOn', from: null, to: entry.settledOn },
        { field: 'note', from: null, to: entry.note },
        { field: 'open', from: openBefore, to: open },
      ],
    },
  ]);
  return done(row.id);
}

function negated(amount: Usd): Usd {
  return usdFromNanos(-nanosFromUsd(amount));
}
