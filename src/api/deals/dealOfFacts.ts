import type { DealRow } from '#model/index.ts';

/** The fields of a deal that identify its facts. */
export type KnownDeal = Pick<DealRow, 'id' | 'demandId' | 'side' | 'dealId' | 'supplierId'>;

/** The key of a deal in facts: the deal ID in requests, and the supplier that sent it (0 = a channel). */
export interface DealKey {
  demandId: number;
  supplierId: number;
  dealId: string;
}

/**
 * Finds the deal of facts, which only have its text ID. Requests of a supplier belong to the deal bought from it, else
 * to one bought from any supplier, else to one on the sell side.
 */
export function dealOfFacts(deals: readonly KnownDeal[]): (key: DealKey) => number | undefined {
  const byKey = new Map<string, number>();
  for (const { id, demandId, side, dealId, supplierId } of deals) {
    const sideOrSupplier = side === 'sell' ? 'sold' : (supplierId ?? 'any');
    byKey.set(JSON.stringify([demandId, sideOrSupplier, dealId]), id);
  }
  return ({ demandId, supplierId, dealId }) => {
    const under = (sideOrSupplier: number | string) => byKey.get(JSON.stringify([demandId, sideOrSupplier, dealId]));
    if (supplierId === 0) return under('sold') ?? under('any');
    return under(supplierId) ?? under('any') ?? under('sold');
  };
}
