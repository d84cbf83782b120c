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

/** The cards that a link may lead to. */
const financeCards = ['adjustments', 'items'] as const;

/** What the address of the finance page says. */
export interface FinanceSearch {
  month: Month;
  /** The account whose month is shown; null = all. */
  account: number | null;
  by: PartKind;
  /** By what partners' numbers are compared. */
  partners: PartnerKind;
  /** Whose items are shown, and whether those of all months are. */
  items: ItemKind;
  isAllMonths: boolean;
  /** Whether the settings of invoices are open. */
  isSettings: boolean;
  /** The card of the account's month that is brought into view. */
  card: (typeof financeCards)[number] | null;
  /** Column of the list, with a minus sign for downwards. */
  sort: string;
}

/** Reads an address; what makes no sense is the default. `now` is ms since the epoch. */
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

/** What an address says of a state of the page: defaults are left out. */
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
