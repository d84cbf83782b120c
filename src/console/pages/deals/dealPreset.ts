import type { ObservedDeal } from '#api/deals/dealsContract.ts';
import type { FormValues } from '../../entities/form/formModel.ts';

/** Initial form values for a deal that a supplier offers, from the terms of its requests. */
export function dealPreset({ supplierId, supplierName, dealId, terms, floorUsd }: ObservedDeal): FormValues {
  const type = terms?.isGuaranteed ? 'guaranteed' : terms?.at === 3 ? 'preferred' : 'private';
  return {
    name: `${supplierName} ${dealId}`,
    dealId,
    side: 'buy',
    supplierId,
    type,
    ...(floorUsd === null ? {} : { floor: floorUsd }),
  };
}
