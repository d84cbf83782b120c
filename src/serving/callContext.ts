import type { TagFacts } from '#engine/plan.ts';
import { writeSchain } from '#standards/supplychain/writeSchain.ts';
import type { Impression } from './impression.ts';
import { macroValues, viewerHeaders, type RequestFacts } from './requestFacts.ts';
import type { CallContext, TagContext } from './runAuction.ts';
import { sellingChain } from './sellingChain.ts';
import type { ServingDeps } from './servingDeps.ts';
import { viewerTeller } from './sync/viewerIds.ts';

/** What calls on behalf of an impression's viewer carry: to each tag what it may learn. */
export function callContext(
  deps: Pick<ServingDeps, 'random' | 'snapshot' | 'sellerDomain'>,
  impression: Impression,
): CallContext {
  const { record, privacy, plan, facts } = impression;
  const { serveId, at } = record;
  const tellViewer = viewerTeller(facts, privacy, at);
  const random = deps.random();
  const chain = plan && sellingChain(deps, plan, facts.query, serveId);
  const SCHAIN = chain ? writeSchain(chain) : undefined;
  const contexts = new Map<RequestFacts, TagContext>();
  return {
    forTag({ gvlId }: TagFacts) {
      const told = privacy.factsFor(gvlId);
      let context = contexts.get(told);
      if (!context) {
        context = {
          macros: { ...macroValues(told, { now: at, random, serveId, serverSide: '1' }), SCHAIN },
          headers: viewerHeaders(told),
        };
        contexts.set(told, context);
      }
      return context;
    },
    // A Prebid Server looks after its own bidders: it is told of everything, and of the viewer's choices.
    forBidder: (request, tag) => (tag.bidder?.prebid ? request : privacy.scrub(tellViewer(request, tag), tag.gvlId)),
  };
}
