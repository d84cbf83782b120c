import type { ChannelPlan } from '#engine/plan/plan.ts';
import { sellerNodeOf, type SellerNode } from '#engine/sellers/sellerNodeOf.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { extendChain } from '#standards/supplychain/extendChain.ts';
import { parseSchain } from '#standards/supplychain/parseSchain.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
import type { Query } from '#standards/readQuery.ts';
import type { ServingDeps } from '../servingDeps.ts';

type SellerDeps = Pick<ServingDeps, 'snapshot' | 'sellerDomain'>;

/** The seller of a channel as in sellers.json; undefined when its account is unknown. */
export function sellerOf(
  { snapshot, sellerDomain }: SellerDeps,
  { demandId, subpublisherId }: ChannelPlan,
): SellerNode | undefined {
  const { rows } = snapshot();
  const account = rows.demand.get(demandId);
  return account && sellerNodeOf(account, rows.subpublisher.get(subpublisherId), sellerDomain);
}

/** The seller of a supplier's request: the last node of its supply chain; undefined without one. */
export function upstreamSeller(query: Query): Pick<SellerNode, 'asi' | 'sid'> | undefined {
  return parseSchain(query.get('schain') ?? '')?.nodes.at(-1);
}

/** A seller that no ads.txt lists. */
export const unlistedSeller: Pick<SellerNode, 'asi' | 'sid'> = { asi: '', sid: '' };

/**
 * The supply chain sent to demand: that of the request, extended by our node as the channel is configured. Returns null
 * for none.
 */
export function supplyChainOf(deps: SellerDeps, plan: ChannelPlan, query: Query, requestId: string): Schain | null {
  const seller = sellerOf(deps, plan);
  if (!seller) return null;
  const { asi, sid, isReseller } = seller;
  const upstream = parseSchain(query.get('schain') ?? '');
  return extendChain({ upstream, node: { asi, sid, rid: requestId, hp: 1 }, mode: plan.schainMode, isReseller });
}

/** The bid request with this supply chain, or without any. */
export function withChain<R extends Pick<BidRequest, 'source'>>(request: R, chain: Schain | null): R {
  const { schain: _upstream, ...source } = request.source ?? {};
  const sold = { ...request };
  sold.source = chain ? { schain: chain, ...source } : source;
  return sold;
}
