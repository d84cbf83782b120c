import type { MacroValues } from '#standards/macros.ts';
import { remembered } from '#standards/remembered.ts';
import { ownBidsFor } from '../campaigns/ownBidsFor.ts';
import type { ImpContext } from './impContext.ts';
import { viewerHeaders, type RequestFacts } from './requestFacts.ts';
import type { CallContext } from './auctionDeps.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { viewerDisclosure } from '../sync/viewerIds.ts';
import { tagMacros } from './tagMacros.ts';

type CallDeps = Pick<ServingDeps, 'random' | 'snapshot' | 'budgets' | 'learned' | 'markup' | 'adsUrl' | 'sellerDomain'>;

/** What calls on behalf of an impression's viewer carry: to each tag what it may learn. */
export function callContext(deps: CallDeps, impression: ImpContext): CallContext {
  const { record, privacy, facts } = impression;
  const tellViewer = viewerDisclosure(facts, privacy, record.at);
  const random = deps.random();
  const macrosOf = onceForEach((told): MacroValues => tagMacros(impression, told, { random, serverSide: '1' }));
  const headersOf = onceForEach(viewerHeaders);
  return {
    macrosFor: ({ gvlId }) => macrosOf(privacy.factsFor(gvlId)),
    headersFor: ({ gvlId }) => headersOf(privacy.factsFor(gvlId)),
    // A Prebid Server looks after its own bidders: it is told of everything, and of the viewer's choices.
    forBidder: (request, tag) => (tag.bidder?.prebid ? request : privacy.scrub(tellViewer(request, tag), tag.gvlId)),
    ownBids: (settings, asks) => ownBidsFor(deps, impression, settings, asks),
  };
}

/** A function that is asked once for each state of the facts: tags that may learn the same share what it gave. */
function onceForEach<T extends {}>(make: (facts: RequestFacts) => T): (facts: RequestFacts) => T {
  const made = new Map<RequestFacts, T>();
  return (facts) => remembered(made, facts, () => make(facts));
}
