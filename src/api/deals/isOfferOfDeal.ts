import type { DealRow } from '#model/index.ts';
import type { OfferedDeal } from './dealsContract.ts';

/** Whether a supplier's offer belongs to a deal on the buy side. */
export function isOfferOfDeal(
  { side, dealId, supplierId }: Pick<DealRow, 'side' | 'dealId' | 'supplierId'>,
  offer: Pick<OfferedDeal, 'supplierId' | 'dealId'>,
): boolean {
  return side === 'buy' && offer.dealId === dealId && (supplierId === null || offer.supplierId === supplierId);
}
