import type { MacroValues } from '#standards/macros.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { ownBidsFor } from '../campaigns/ownBidsFor.ts';
import type { ImpContext } from './impContext.ts';
import { viewerHeaders, type RequestSignals } from './requestSignals.ts';
import type { CallContext } from './auctionDeps.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { viewerIdAdder } from '../sync/viewerIds.ts';
import { tagMacros } from './tagMacros.ts';

type CallDeps = Pick<
  ServingDeps,
  'random' | 'snapshot' | 'budgets' | 'adPerformance' | 'markup' | 'adsUrl' | 'sellerDomain'
>;

/** Creates the call context of an imp: the data that each tag may receive about its viewer. */
export function callContext(deps: CallDeps, impContext: ImpContext): CallContext {
  const { record, privacy, signals } = impContext;
  const addViewerIds = viewerIdAdder(signals, privacy, record.at);
  const random = deps.random();
  const macrosOf = memoizedBySignals((sharedSignals): MacroValues =>
    tagMacros(impContext, sharedSignals, { random, serverSide: '1' }),
  );
  const headersOf = memoizedBySignals(viewerHeaders);
  return {
    macrosFor: ({ gvlId }) => macrosOf(privacy.signalsFor(gvlId)),
    headersFor: ({ gvlId }) => headersOf(privacy.signalsFor(gvlId)),
    // A Prebid Server enforces privacy for its own bidders: it receives everything, with the viewer's choices.
    prepareForBidder: (request, tag) =>
      tag.bidder?.prebid ? request : privacy.scrub(addViewerIds(request, tag), tag.gvlId),
    ownBids: (settings, calls) => ownBidsFor(deps, impContext, settings, calls),
  };
}

/** Memoizes a function by its signals object: tags that may receive the same signals share one result. */
function memoizedBySignals<T extends {}>(make: (signals: RequestSignals) => T): (signals: RequestSignals) => T {
  const made = new Map<RequestSignals, T>();
  return (signals) => getOrCreate(made, signals, () => make(signals));
}
