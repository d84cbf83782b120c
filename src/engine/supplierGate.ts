import type { SupplyReason } from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';
import { parseSchain } from '#standards/supplychain/parseSchain.ts';
import type { SupplierTerms } from './plan.ts';

/** Why a supplier's request is not bought whatever it costs; null when it may be. `offered` is what is wanted of its media types. */
export function supplierGate(
  { isSchainRequired }: SupplierTerms,
  query: Query,
  offered: readonly MediaType[],
): Extract<SupplyReason, 'schain_incomplete' | 'media_type_unwanted'> | null {
  if (isSchainRequired && parseSchain(query.get('schain') ?? '')?.complete !== 1) return 'schain_incomplete';
  return offered.length === 0 ? 'media_type_unwanted' : null;
}
