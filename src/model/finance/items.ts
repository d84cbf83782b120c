import { dayNumber } from '../calendarDay.ts';
import { nanosFromUsd, usdFromNanos, type Usd } from '../money/money.ts';
import { defaultTerms } from '../money/paymentTerms.ts';
import { dayAfter, roundToCents } from './invoice.ts';
import { daysOf, type Month } from './month.ts';
import type { ClosedMonth } from './monthState.ts';
import { sumUsd } from './statement.ts';
import type { ItemKind } from './monthTerms.ts';

/** Settlement types: a payment, or an amount that is written off. */
export const settlementTypes = ['payment', 'writeoff'] as const;
export type SettlementType = (typeof settlementTypes)[number];

/**
 * A settlement of an item. Settlements are never changed or deleted: a wrong one is reversed by one of the opposite
 * amount.
 */
export interface Settlement {
  type: SettlementType;
  amount: Usd;
  /** YYYY-MM-DD. */
  settledOn: string;
}

/**
 * A receivable or payable of an account for a closed month: from an advertiser or ad exchange, or to a sub-publisher or
 * supplier.
 */
export interface Item {
  kind: ItemKind;
  month: Month;
  partnerId: number;
  name: string;
  /** The amount in the closed month, exact to the nano-dollar. */
  amount: Usd;
  /** The amount to be paid: `amount` rounded once to the cent. */
  amountDue: Usd;
  /** Payment terms in days. */
  terms: number;
  /** YYYY-MM-DD: the last day of the month plus the terms. */
  dueOn: string;
}

export const itemStates = ['open', 'part', 'settled'] as const;
export type ItemState = (typeof itemStates)[number];

/** The balance of an item. */
export interface ItemBalance {
  paid: Usd;
  writtenOff: Usd;
  /** amountDue − paid − writtenOff. */
  open: Usd;
  state: ItemState;
  /** Days past the due date while an amount is open; otherwise 0. */
  daysOverdue: number;
}

/** Aging buckets of open amounts, with their first day overdue. */
export const agingBuckets = [
  { key: 'notDue', label: 'Not due', from: null },
  { key: 'to30', label: '1–30 days', from: 1 },
  { key: 'to60', label: '31–60 days', from: 31 },
  { key: 'to90', label: '61–90 days', from: 61 },
  { key: 'over90', label: 'Over 90 days', from: 91 },
] as const;
export type AgingBucket = (typeof agingBuckets)[number]['key'];

/** Open amounts by aging bucket. */
export type Aging = Record<AgingBucket | 'total', Usd>;

const amountOfKind = { advertiser: 'rev', adexchange: 'rev', subpublisher: 'cost', supplier: 'cost' } as const;

/** The items of a closed month: one per partner with an amount of at least half a cent. */
export function itemsOf(month: Month, { parts, terms }: Pick<ClosedMonth, 'parts' | 'terms'>, kind: ItemKind): Item[] {
  return (parts[kind] ?? []).flatMap((part) => {
    const amount = part[amountOfKind[kind]];
    const amountDue = roundToCents(nanosFromUsd(amount));
    if (part.key === '' || amountDue <= 0n) return [];
    const days = terms?.[kind]?.[part.key] ?? Number(defaultTerms);
    const item = {
      kind,
      month,
      partnerId: Number(part.key),
      name: part.name,
      amount,
      amountDue: usdFromNanos(amountDue),
    };
    return [{ ...item, terms: days, dueOn: dayAfter(daysOf(month).to, days) }];
  });
}

/** The balance of an item on a day, YYYY-MM-DD. */
export function balanceOf(
  { amountDue, dueOn }: Pick<Item, 'amountDue' | 'dueOn'>,
  settlements: readonly Settlement[],
  today: string,
): ItemBalance {
  const sumOf = (type: SettlementType) => sumUsd(settlements.filter((each) => each.type === type).map((x) => x.amount));
  const [paid, writtenOff] = [sumOf('payment'), sumOf('writeoff')];
  const open = nanosFromUsd(amountDue) - paid - writtenOff;
  const isTouched = paid !== 0n || writtenOff !== 0n;
  return {
    paid: usdFromNanos(paid),
    writtenOff: usdFromNanos(writtenOff),
    open: usdFromNanos(open),
    state: open === 0n ? 'settled' : isTouched ? 'part' : 'open',
    daysOverdue: open === 0n ? 0 : Math.max(0, dayNumber(today) - dayNumber(dueOn)),
  };
}

/** The aging bucket of an open amount. */
export function bucketOf(daysOverdue: number): AgingBucket {
  return agingBuckets.findLast(({ from }) => from === null || daysOverdue >= from)?.key ?? 'notDue';
}

/** Sums open amounts by aging bucket. */
export function agingOf(balances: readonly Pick<ItemBalance, 'open' | 'daysOverdue'>[]): Aging {
  const sums = Object.fromEntries(agingBuckets.map(({ key }) => [key, 0n])) as Record<AgingBucket, bigint>;
  for (const { open, daysOverdue } of balances) sums[bucketOf(daysOverdue)] += nanosFromUsd(open);
  const amounts = Object.fromEntries(agingBuckets.map(({ key }) => [key, usdFromNanos(sums[key])]));
  return { ...amounts, total: usdFromNanos(sumUsd(balances.map(({ open }) => open))) } as Aging;
}

/** The reason why an amount cannot be settled on an item; null when it can. */
export function settlementFault(open: Usd, amount: Usd): string | null {
  return nanosFromUsd(amount) > nanosFromUsd(open) ? `Only ${open} USD is outstanding` : null;
}
