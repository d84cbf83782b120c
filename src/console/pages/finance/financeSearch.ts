import {
  type ItemKind,
  itemKinds,
  type Month,
  monthAt,
  partKinds,
  type PartKind,
  type PartnerKind,
  partnerKinds,
  readMonth,
} from '#model/finance/index.ts';

/** The cards that links can open. */
const financeCards = ['adjustments', 'items'] as const;

/** URL state of the finance page. */
export interface FinanceSearch {
  month: Month;
  /** The account whose month is shown; null = all. */
  account: number | null;
  by: PartKind;
  /** The kind of partners to reconcile. */
  partners: PartnerKind;
  /** Receivables or payables. */
  items: ItemKind;
  isAllMonths: boolean;
  /** Whether the invoice settings are open. */
  isSettings: boolean;
  /** The card to scroll into view on the account's month. */
  card: (typeof financeCards)[number] | null;
  /** Column of the list, with a minus sign for descending order. */
  sort: string;
}

/** Parses the URL state. Invalid values become the default. `now`: milliseconds since the epoch. */
export function readFinanceSearch(raw: Readonly<Record<string, unknown>>, now: number): FinanceSearch {
  const account = Number(raw['account']);
  const by = partKinds.find((each) => each === raw['by']);
  return {
    month: readMonth(raw['month'], monthAt(now)),
    account: Number.isSafeInteger(account) && account > 0 ? account : null,
    by: by ?? 'day',
    partners: partnerKinds.find((each) => each === raw['partners']) ?? 'advertiser',
    items: itemKinds.find((each) => each === raw['items']) ?? 'advertiser',
    isAllMonths: raw['months'] === 'all',
    isSettings: raw['settings'] === 'invoice',
    card: financeCards.find((each) => each === raw['card']) ?? null,
    sort: typeof raw['sort'] === 'string' ? raw['sort'] : '-rev',
  };
}

/** The URL of a state, without defaults. */
export function writeFinanceSearch(search: FinanceSearch, now: number): Record<string, string | number | undefined> {
  return {
    month: search.month === monthAt(now) ? undefined : search.month,
    account: search.account ?? undefined,
    by: search.by === 'day' ? undefined : search.by,
    partners: search.partners === 'advertiser' ? undefined : search.partners,
    items: search.items === 'advertiser' ? undefined : search.items,
    months: search.isAllMonths ? 'all' : undefined,
    settings: search.isSettings ? 'invoice' : undefined,
    card: search.card ?? undefined,
    sort: search.sort === '-rev' ? undefined : search.sort,
  };
}
