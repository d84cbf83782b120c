import {
  type ClosedMonth,
  isUsed,
  type ItemKind,
  itemKinds,
  type Month,
  monthLabel,
  type MonthTerms,
  partFaults,
  type StatementPart,
} from '#model/finance/index.ts';
import type { Fault } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { AccountMonth } from '#storage/finance/closings.ts';
import type { ApiDeps } from '../deps.ts';
import { timesOf } from './describeMonth.ts';
import { readAccounts, readAllParts, readStatements } from './readMonth.ts';

type Deps = Pick<ApiDeps, 'facts' | 'entities' | 'finance' | 'config' | 'now'>;

/** The result of closing months. */
export type CloseOutcome =
  | { type: 'closed'; closed: number[] }
  | { type: 'missing' }
  | { type: 'faults'; faults: Fault[] };

/** Closes a month for the given accounts, or for all that have anything in it: its numbers are final from then on. */
export async function closeMonths(
  deps: Deps,
  month: Month,
  { demandIds, isEarly, author }: { demandIds: readonly number[] | undefined; isEarly: boolean; author: Author },
): Promise<CloseOutcome> {
  const { isOver, isLateOver, lateUntil } = timesOf(deps, month);
  const refuse = (code: string, message: string): CloseOutcome => ({
    type: 'faults',
    faults: [{ code, message, path: '' }],
  });
  if (!isOver) return refuse('month_runs', `${monthLabel(month)} has not ended yet (UTC)`);
  if (!isLateOver && !isEarly) {
    return refuse(
      'late_events',
      `Events for ads served in this month can still arrive until ${lateUntil}. Close it then, or close it anyway (isEarly)`,
    );
  }
  const accounts = await readAccounts(deps, demandIds);
  if (demandIds && new Set(demandIds).size !== accounts.length) return { type: 'missing' };
  const statements = await readStatements(deps, month, accounts);
  const { own } = await deps.finance.adjustments.list(month);
  const closings = new Set((await deps.finance.closings.list(month)).map(({ demandId }) => demandId));
  const isWanted = (id: number) => {
    const statement = statements.get(id);
    if (closings.has(id)) return false;
    return demandIds !== undefined || own.some(({ demandId }) => demandId === id) || (statement && isUsed(statement));
  };
  const months: (AccountMonth & { record: ClosedMonth })[] = [];
  for (const { id, name } of accounts.filter((account) => isWanted(account.id))) {
    const statement = statements.get(id);
    if (!statement) throw new Error(`no statement of account ${id}`);
    const parts = await readAllParts(deps, month, id);
    months.push({ demandId: id, name, month, record: { statement, parts, terms: await readTerms(deps, parts) } });
  }
  const differing = months.filter(({ record }) =>
    Object.values(record.parts).some((parts) => partFaults(record.statement, parts).length > 0),
  );
  if (differing.length > 0) {
    const names = differing.map(({ name }) => name).join(', ');
    return refuse('figures_change', `The month’s figures are changing at the moment (${names}). Try again`);
  }
  return { type: 'closed', closed: await deps.finance.closings.close(author, deps.now().toISOString(), months) };
}

/** Reads the payment terms of the partners in a month's parts. */
async function readTerms({ entities }: Deps, parts: Record<ItemKind, StatementPart[]>): Promise<MonthTerms> {
  const terms = await Promise.all(
    itemKinds.map(async (kind) => {
      const ids = parts[kind].map(({ key }) => Number(key)).filter((id) => id > 0);
      const rows = await entities.getMany(kind, ids, 'all');
      return [kind, Object.fromEntries(rows.map(({ id, paymentTerms }) => [id, Number(paymentTerms)]))] as const;
    }),
  );
  return Object.fromEntries(terms);
}
