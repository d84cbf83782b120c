import { isSeatAllowed } from '#standards/openrtb/bid/isSeatAllowed.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { dealsFor, withDeals } from '../buying/soldDeals.ts';
import type { Candidate } from '../plan/plan.ts';
import { afterMargin } from '../pricing.ts';
import type { AuctionSetting } from './types.ts';

/**
 * The imp as offered to a candidate, including the deals that the account sells to it. Deal floors are net, after the
 * candidate's margin; no deal sells a supplier's imp below the supplier's floor.
 */
export function offeredImp(setting: AuctionSetting, { deals, marginBasisPoints }: Candidate): Imp {
  const { plan, floor, rates, at } = setting;
  const { imp: supplierImp } = setting.offered();
  const imp = plan.supplier ? dealsOfSeat(supplierImp, plan.supplier.seat) : supplierImp;
  if (deals.length === 0) return imp;
  const minFloor = plan.supplier ? floor : 0;
  const priced = deals.map((deal) => ({
    ...deal,
    floor: Math.max(minFloor, afterMargin(deal.floor, marginBasisPoints)),
  }));
  return withDeals(imp, dealsFor(priced, plan.channelId, { now: at, rates }));
}

/**
 * The supplier's deals that our seat may use. Their `wseat` names our seats to the supplier, so it is removed: our own
 * buyers have other seats, and all may use the deal.
 */
function dealsOfSeat(imp: Imp, seat: string): Imp {
  const { pmp } = imp;
  if (!pmp?.deals?.some(({ wseat }) => wseat?.length)) return imp;
  const ours = pmp.deals.filter(({ wseat }) => isSeatAllowed(wseat, seat));
  return { ...imp, pmp: { ...pmp, deals: ours.map(({ wseat: _ours, ...deal }) => deal) } };
}
