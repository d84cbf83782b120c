import { type BuyerCurrency, type DemoBuyer } from './buyers.ts';

/** What a buyer has seen and bought since the demo started. */
export interface BuyerBook {
  requests: number;
  /** Requests that it answered with a bid, and the bids in them. */
  answered: number;
  bids: number;
  wins: number;
  /** Bids whose impression was billed, each once. */
  billed: number;
  /** What it owes for them, in its currency. */
  spent: number;
  currency: BuyerCurrency;
  /** Losses by their code (OpenRTB 5.25). */
  losses: Record<string, number>;
  clicks: number;
}

/** The notices of OpenRTB 4.3: won, billed, lost. */
export const noticeKinds = ['win', 'billing', 'loss'] as const;

/** One of them. */
export type NoticeKind = (typeof noticeKinds)[number];

/** What a notice tells. */
export interface Notice {
  bid: string;
  /** CPM in the currency of the bid. */
  price: number;
  reason: string;
}

/** How many bills are remembered, so that one that is sent again counts once. */
const rememberedBills = 10_000;

/** The books of the demo's buyers. */
export interface Books {
  of(buyer: DemoBuyer): BuyerBook;
  /** Enters a notice; one that was billed before changes nothing. */
  note(buyer: DemoBuyer, kind: NoticeKind, notice: Notice): void;
  all(): Record<string, BuyerBook>;
}

/** Opens empty books. */
export function openBooks(): Books {
  const books = new Map<string, BuyerBook>();
  const bills = new Set<string>();
  const bookOf = ({ name, currency }: DemoBuyer): BuyerBook => {
    const known = books.get(name);
    if (known) return known;
    const book = { requests: 0, answered: 0, bids: 0, wins: 0, billed: 0, spent: 0, currency, losses: {}, clicks: 0 };
    books.set(name, book);
    return book;
  };
  return {
    of: bookOf,
    note(buyer, kind, { bid, price, reason }) {
      const book = bookOf(buyer);
      if (kind === 'win') book.wins += 1;
      if (kind === 'loss') book.losses[reason] = (book.losses[reason] ?? 0) + 1;
      const bill = `${buyer.name} ${bid}`;
      if (kind !== 'billing' || bills.has(bill)) return;
      bills.add(bill);
      const oldest = bills.size > rememberedBills ? bills.values().next().value : undefined;
      if (oldest !== undefined) bills.delete(oldest);
      book.billed += 1;
      book.spent = Math.round((book.spent + price / 1000) * 1e9) / 1e9;
    },
    all: () => Object.fromEntries(books),
  };
}
