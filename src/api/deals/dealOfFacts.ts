import type { DealRow } from '#model/index.ts';

/** What of a deal tells which facts are its own. */
export type KnownDeal = Pick<DealRow, 'id' | 'demandId' | 'side' | 'dealId' | 'supplierId'>;

/** Under what facts stand: the id of a deal as requests have it, and who asked (0 = a channel). */
export interface DealKey {
  demandId: number;
  supplierId: number;
  dealId: string;
}

/**
 * Finds the deal of facts, which know it by its text alone. Requests of a supplier are under the deal that we buy of it,
 * else under one that we buy of any; what we sell under has the rest.
 */
export function dealOfFacts(deals: readonly KnownDeal[]): (key: DealKey) => number | undefined {
  const byKey = new Map<string, number>();
  for (const { id, demandId, side, dealId, supplierId } of deals) {
    const whose = side === 'sell' ? 'sold' : (supplierId ?? 'any');
    byKey.set(JSON.stringify([demandId, whose, dealId]), id);
  }
  return ({ demandId, supplierId, dealId }) => {
    const under = (whose: number | string) => byKey.get(JSON.stringify([demandId, whose, dealId]));
    if (supplierId === 0) return under('sold') ?? under('any');
    return under(supplierId) ?? under('any') ?? under('sold');
  };
}
