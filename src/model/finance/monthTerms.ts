/** The terms that the partners of an account had when a month was closed: days by id. A kind that came later is absent. */
export type MonthTerms = Partial<Record<ItemKind, Record<string, number>>>;

/** Who owes an account for a month, advertisers and ad exchanges, and whom it owes, sub-publishers and suppliers. */
export const itemKinds = ['advertiser', 'adexchange', 'subpublisher', 'supplier'] as const;

export type ItemKind = (typeof itemKinds)[number];
