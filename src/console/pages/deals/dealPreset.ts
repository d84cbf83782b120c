import type { ObservedDeal } from '#api/deals/dealsContract.ts';
import type { FormValues } from '../../entities/form/formModel.ts';

/** What the form of a new deal begins with where a supplier offers it: all that its requests told. */
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
