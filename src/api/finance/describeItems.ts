import {
  type Aging,
  agingOf,
  balanceOf,
  type Item,
  type ItemBalance,
  type ItemKind,
  itemsOf,
  type Month,
} from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import type { SettlementRow } from '#storage/finance/settlements.ts';
import { groupBy } from '../configAsCode/groupBy.ts';
import type { ApiDeps } from '../deps.ts';
import { namesOf } from './describeMonth.ts';
import type { FinanceAgeing, FinanceItem, FinanceItems } from './itemContract.ts';

type Deps = Pick<ApiDeps, 'entities' | 'finance' | 'now'>;
type Counted = Item & ItemBalance & { entries: SettlementRow[] };

/**
 * Describes the receivables or payables of an account: the items of one closed month, or of all, and the aging of the
 * open amounts of all months. Null when there is no such account.
 */
export async function describeItems(
  deps: Deps,
  id: number,
  kind: ItemKind,
  month: Month | undefined,
): Promise<FinanceItems | null> {
  const account = await deps.entities.get('demand', id, 'all');
  if (!account) return null;
  const today = deps.now().toISOString().slice(0, 10);
  const items = await readItems(deps, id, kind, today);
  const shown = items.filter((item) => month === undefined || item.month === month);
  const nameOf = await namesOf(
    deps,
    shown.flatMap(({ entries }) => entries.map(({ userId }) => userId)),
  );
  return {
    kind,
    today,
    accountId: id,
    account: account.name,
    rows: shown.map((item) => ({
      ...item,
      entries: item.entries.map((entry) => entryOf(entry, item.entries, nameOf)),
    })),
    aging: agingRows(items),
    total: agingOf(items),
  };
}

/** Reads all items of an account: the latest month first, and within it the largest amount. */
async function readItems({ finance }: Deps, id: number, kind: ItemKind, today: string): Promise<Counted[]> {
  const [closed, settlements] = await Promise.all([finance.closings.partners(id), finance.settlements.list(id, kind)]);
  const entriesOf = groupBy(settlements, keyOf);
  return closed
    .toReversed()
    .flatMap((partners) => itemsOf(partners.month, partners, kind))
    .map((item) => {
      const entries = entriesOf.get(keyOf(item)) ?? [];
      return { ...item, ...balanceOf(item, entries, today), entries };
    });
}

function keyOf({ month, partnerId }: { month: Month; partnerId: number }): string {
  return `${month} ${partnerId}`;
}

/** Partners with open amounts, the largest first; each with its name in its latest month. */
function agingRows(items: readonly Counted[]): FinanceAgeing[] {
  const open = items.filter((item) => nanosFromUsd(item.open) !== 0n);
  const rows = [...groupBy(open, ({ partnerId }) => partnerId)].map(([partnerId, own]) => ({
    partnerId,
    name: own[0]?.name ?? `#${partnerId}`,
    ...agingOf(own),
  }));
  return rows.toSorted((a, b) => byTotal(a, b) || a.name.localeCompare(b.name) || a.partnerId - b.partnerId);
}

function byTotal(a: Aging, b: Aging): number {
  const difference = nanosFromUsd(b.total) - nanosFromUsd(a.total);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function entryOf(
  { id, type, amount, settledOn, note, corrects, userId, createdAt }: SettlementRow,
  all: readonly SettlementRow[],
  nameOf: (id: number | null) => string | null,
): FinanceItem['entries'][number] {
  const isCorrected = all.some((other) => other.corrects === id);
  return { id, type, amount, settledOn, note, corrects, isCorrected, userName: nameOf(userId), createdAt };
}
