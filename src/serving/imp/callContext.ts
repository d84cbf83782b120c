import type { MacroValues } from '#standards/macros.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { ownBidsFor } from '../campaigns/ownBidsFor.ts';
import type { ImpContext } from './impContext.ts';
import { viewerHeaders, type RequestFacts } from './requestFacts.ts';
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
  const { record, privacy, facts } = impContext;
  const addViewerIds = viewerIdAdder(facts, privacy, record.at);
  const random = deps.random();
  const macrosOf = memoizedByFacts((sharedFacts): MacroValues =>
    tagMacros(impContext, sharedFacts, { random, serverSide: '1' }),
  );
  const headersOf = memoizedByFacts(viewerHeaders);
  return {
    macrosFor: ({ gvlId }) => macrosOf(privacy.factsFor(gvlId)),
    headersFor: ({ gvlId }) => headersOf(privacy.factsFor(gvlId)),
    // A Prebid Server enforces privacy for its own bidders: it receives everything, with the viewer's choices.
    prepareForBidder: (request, tag) =>
      tag.bidder?.prebid ? request : privacy.scrub(addViewerIds(request, tag), tag.gvlId),
    ownBids: (settings, calls) => ownBidsFor(deps, impContext, settings, calls),
  };
}

/** Memoizes a function by its facts object: tags that may receive the same facts share one result. */
function memoizedByFacts<T extends {}>(make: (facts: RequestFacts) => T): (facts: RequestFacts) => T {
  const made = new Map<RequestFacts, T>();
  return (facts) => getOrCreate(made, facts, () => make(facts));
}
