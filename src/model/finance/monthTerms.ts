/** The payment terms of an account's partners when a month was closed: days by id. Kinds added later are absent. */
export type MonthTerms = Partial<Record<ItemKind, Record<string, number>>>;

/** The kinds of items: receivables from advertisers and ad exchanges, payables to sub-publishers and suppliers. */
export const itemKinds = ['advertiser', 'adexchange', 'subpublisher', 'supplier'] as const;

export type ItemKind = (typeof itemKinds)[number];
