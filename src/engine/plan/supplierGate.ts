import type { SupplyReason } from '#model/index.ts';
import { isSeatAllowed } from '#standards/openrtb/bid/isSeatAllowed.ts';
import type { BidRequest, MediaType } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';
import { parseSupplyChain } from '#standards/supplychain/supplyChain.ts';
import type { SupplierTerms } from './plan.ts';

/** The seats that may and may not bid (OpenRTB 2.6, 3.2.1). */
export type SeatTerms = Pick<BidRequest, 'wseat' | 'bseat'>;

/**
 * The reason why a supplier's request is not bought at any price; null when it may be. `offered` are the media types in
 * it that we buy.
 */
export function supplierGate(
  { seat, isSchainRequired }: SupplierTerms,
  query: Query,
  offered: readonly MediaType[],
  { wseat, bseat }: SeatTerms,
): Extract<SupplyReason, 'seat_not_allowed' | 'schain_incomplete' | 'media_type_unwanted'> | null {
  if (!isSeatAllowed(wseat, seat) || (seat !== '' && bseat?.includes(seat))) return 'seat_not_allowed';
  if (isSchainRequired && !parseSupplyChain(query.get('schain') ?? '')?.isComplete) return 'schain_incomplete';
  return offered.length === 0 ? 'media_type_unwanted' : null;
}
