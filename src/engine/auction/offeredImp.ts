import type { Imp } from '#standards/openrtb/types.ts';
import { dealsFor, withDeals } from '../buying/soldDeals.ts';
import type { Candidate } from '../plan.ts';
import { afterMargin } from '../pricing.ts';
import type { AuctionSetting } from './types.ts';

/**
 * The impression as a candidate is offered it: with the deals that the account sells to it. Their prices are what must be
 * left of a bid; no deal sells a supplier's impression for less than the supplier asks for.
 */
export function offeredImp(setting: AuctionSetting, { deals, marginBasisPoints }: Candidate): Imp {
  const { imp } = setting.offered();
  if (deals.length === 0) return imp;
  const { plan, floor, rates, at } = setting;
  const least = plan.supplier ? floor : 0;
  const priced = deals.map((deal) => ({ ...deal, floor: Math.max(least, afterMargin(deal.floor, marginBasisPoints)) }));
  return withDeals(imp, dealsFor(priced, plan.channelId, { now: at, rates }));
}
