import { dayNumber } from '../calendarDay.ts';
import { nanosFromUsd, usdFromNanos, type Usd } from '../money/money.ts';
import { defaultTerms } from '../money/paymentTerms.ts';
import { dayAfter, roundToCents } from './invoice.ts';
import { daysOf, type Month } from './month.ts';
import type { ClosedMonth } from './monthState.ts';
import { sumUsd } from './statement.ts';
import type { ItemKind } from './monthTerms.ts';

/** What settles an item: money that came or went, or an amount that is given up. */
export const settlementTypes = ['payment', 'writeoff'] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** One entry about an item. None is changed or deleted: a wrong one is taken back by an entry of the opposite amount. */
export interface Settlement {
  type: SettlementType;
  amount: Usd;
  /** YYYY-MM-DD. */
  settledOn: string;
}

/** What an advertiser or ad exchange owes an account for a closed month, or the account a sub-publisher or supplier. */
export interface Item {
  kind: ItemKind;
  month: Month;
  partnerId: number;
  name: string;
  /** As the month was closed, exact to the nano-dollar. */
  amount: Usd;
  /** The amount rounded once to the cent: what is paid. */
  owed: Usd;
  /** Days of payment. */
  terms: number;
  /** YYYY-MM-DD: the last day of the month and the terms. */
  dueOn: string;
}

/** How far an item is. */
export const itemStates = ['open', 'part', 'settled'] as const;
export type ItemState = (typeof itemStates)[number];

/** What became of an item. */
export interface ItemBalance {
  paid: Usd;
  writtenOff: Usd;
  /** owed − paid − writtenOff. */
  open: Usd;
  state: ItemState;
  /** Days past the due date while anything is open; 0 before and afterwards. */
  daysOverdue: number;
}

/** How long open amounts are overdue: the buckets of an ageing summary, from their first day on. */
export const ageingBuckets = [
  { key: 'notDue', label: 'Not due', from: null },
  { key: 'to30', label: '1–30 days', from: 1 },
  { key: 'to60', label: '31–60 days', from: 31 },
  { key: 'to90', label: '61–90 days', from: 61 },
  { key: 'over90', label: 'Over 90 days', from: 91 },
] as const;
export type AgeingBucket = (typeof ageingBuckets)[number]['key'];

/** Open amounts by how long they are overdue. */
export type Ageing = Record<AgeingBucket | 'total', Usd>;

const amountOfKind = { advertiser: 'rev', adexchange: 'rev', subpublisher: 'cost', supplier: 'cost' } as const;

/** The items of a closed month: of every partner whose amount is at least half a cent. */
export function itemsOf(month: Month, { parts, terms }: Pick<ClosedMonth, 'parts' | 'terms'>, kind: ItemKind): Item[] {
  return (parts[kind] ?? []).flatMap((part) => {
    const amount = part[amountOfKind[kind]];
    const owed = roundToCents(nanosFromUsd(amount));
    if (part.key === '' || owed <= 0n) return [];
    const days = terms?.[kind]?.[part.key] ?? Number(defaultTerms);
    const item = { kind, month, partnerId: Number(part.key), name: part.name, amount, owed: usdFromNanos(owed) };
    return [{ ...item, terms: days, dueOn: dayAfter(daysOf(month).to, days) }];
  });
}

/** What became of an item by a day, YYYY-MM-DD. */
export function balanceOf(
  { owed, dueOn }: Pick<Item, 'owed' | 'dueOn'>,
  settlements: readonly Settlement[],
  today: string,
): ItemBalance {
  const sumOf = (type: SettlementType) => sumUsd(settlements.filter((each) => each.type === type).map((x) => x.amount));
  const [paid, writtenOff] = [sumOf('payment'), sumOf('writeoff')];
  const open = nanosFromUsd(owed) - paid - writtenOff;
  const isTouched = paid !== 0n || writtenOff !== 0n;
  return {
    paid: usdFromNanos(paid),
    writtenOff: usdFromNanos(writtenOff),
    open: usdFromNanos(open),
    state: open === 0n ? 'settled' : isTouched ? 'part' : 'open',
    daysOverdue: open === 0n ? 0 : Math.max(0, dayNumber(today) - dayNumber(dueOn)),
  };
}

/** In which bucket an open amount is. */
export function bucketOf(daysOverdue: number): AgeingBucket {
  return ageingBuckets.findLast(({ from }) => from === null || daysOverdue >= from)?.key ?? 'notDue';
}

/** Open amounts summed by how long they are overdue. */
export function ageingOf(balances: readonly Pick<ItemBalance, 'open' | 'daysOverdue'>[]): Ageing {
  const sums = Object.fromEntries(ageingBuckets.map(({ key }) => [key, 0n])) as Record<AgeingBucket, bigint>;
  for (const { open, daysOverdue } of balances) sums[bucketOf(daysOverdue)] += nanosFromUsd(open);
  const amounts = Object.fromEntries(ageingBuckets.map(({ key }) => [key, usdFromNanos(sums[key])]));
  return { ...amounts, total: usdFromNanos(sumUsd(balances.map(({ open }) => open))) } as Ageing;
}

/** Why an amount cannot settle so much of an item; null where it can. */
export function settlementFault(open: Usd, amount: Usd): string | null {
  return nanosFromUsd(amount) > nanosFromUsd(open) ? `Only ${open} USD is outstanding` : null;
}
