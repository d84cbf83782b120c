import { asBid } from '#engine/auction/asBid.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { podOfImp } from '#engine/plan/podTerms.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import type { Door } from '#model/index.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { queryOfBidRequest, queryOfRequest } from '#standards/openrtb/queryOfBidRequest.ts';
import { remembered } from '#standards/remembered.ts';
import { callContext } from '../imp/callContext.ts';
import { admit, recordImp, openImpContext, takeDecision, type ImpContext } from '../imp/impContext.ts';
import { offeredDeals } from '../imp/offeredDeals.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';
import { runAuctions } from '../imp/runAuction.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { testDeps } from '../testDeps.ts';
import type { SoldAd } from '../vast/signedAd.ts';
import { watchAuctions } from '../traces/watchAuctions.ts';
import { offeringOfImp, sharedRequest } from './offeringOfImp.ts';
import { askedQuality, planForImp, planInTime } from './planForImp.ts';
import { priceIn, type BidCurrency } from './priceIn.ts';

/** What became of one impression of a bid request. */
export interface Outcome {
  imp: Imp;
  impression: ImpContext;
  /** The ads that it was sold with: one, of a dynamic pod several in their order, or none. */
  sold: SoldAd[];
}

/** What became of a bid request. */
export interface Sales {
  /** null when nobody can bid in a currency that is taken: then nothing was sold. */
  pricing: BidCurrency | null;
  outcomes: Outcome[];
}

/**
 * Sells the impressions of a bid request by the plans that `planOf` names, of channels or of a supplier, in auctions side by
 * side.
 * Every impression has its serve record on disk or in the spool's buffer when this resolves; rejects when it cannot. A
 * test request has a trace instead, and counts nowhere.
 */
export async function sellImpressions(
  liveDeps: ServingDeps,
  request: BidRequest,
  from: Omit<RequestFacts, 'query'> & { door: Exclude<Door, 'vast'> },
  planOf: (imp: Imp, index: number) => ChannelPlan | undefined,
): Promise<Sales> {
  const { door, headers, peer, isRelayed } = from;
  const isTest = request.test === 1;
  const deps = isTest ? testDeps(liveDeps) : liveDeps;
  const pricing = priceIn(deps.snapshot(), request.cur);
  const shared = sharedRequest(request, deps.newServeId());
  const ofRequest = queryOfRequest(request);
  const rates = ratesOf(deps.snapshot());
  const quality = askedQuality(request);
  const outcomes: Outcome[] = [];
  const inTime = new Map<ChannelPlan, ChannelPlan>();
  const inAuction: { outcome: Outcome; setting: AuctionSetting }[] = [];
  for (const [index, imp] of request.imp.entries()) {
    const asked = planOf(imp, index);
    const timed = asked && remembered(inTime, asked, () => planInTime(asked, request));
    const plan = timed && planForImp(timed, quality, imp);
    const query = queryOfBidRequest(request, imp, ofRequest);
    const facts: RequestFacts = { query, headers, peer };
    if (isRelayed) facts.isRelayed = isRelayed;
    if (isTest) facts.isTest = isTest;
    const impression = openImpContext(deps, plan, facts, door);
    const deals = plan && offeredDeals(deps, plan, imp, impression.record.at);
    if (deals) impression.record.deals = deals;
    const outcome: Outcome = { imp, impression, sold: [] };
    outcomes.push(outcome);
    const pod = plan ? podOfImp(plan.pod, imp, request.imp) : null;
    const offering = plan && pricing && offeringOfImp(shared, imp, plan, rates, pod);
    const setting = offering ? admit(deps, impression, offering, request) : null;
    if (setting) inAuction.push({ outcome, setting });
    else impression.record.reason ??= plan ? 'no_exchange_rate' : 'bad_request';
  }
  const decisions = await decide(deps, inAuction);
  inAuction.forEach(({ outcome, setting }, index) => {
    const decision = decisions[index];
    if (!decision) return;
    const sold = takeDecision(deps, outcome.impression, asBid(decision, setting.plan.costTerms));
    if (setting.plan.supplier?.isTest !== true) outcome.sold = sold;
    else if (sold.length > 0) keepBack(outcome.impression);
  });
  await Promise.all(outcomes.map(({ impression }) => recordImp(deps, impression)));
  return { pricing, outcomes };
}

/** Tells that an impression's ads are not bid. */
function keepBack({ record }: ImpContext): void {
  record.reason = 'test_mode';
  record.creative = '';
  record.opportunityCost = 0;
}

async function decide(
  deps: ServingDeps,
  inAuction: readonly { outcome: Outcome; setting: AuctionSetting }[],
): Promise<Decision[]> {
  const [first] = inAuction;
  if (!first) return [];
  const settings = inAuction.map(({ setting }) => setting);
  const watcher = watchAuctions(
    inAuction.map(({ outcome, setting }) => ({ setting, trace: outcome.impression.trace?.auction() ?? null })),
  );
  const decided = runAuctions(deps, settings, () => callContext(deps, first.outcome.impression), watcher);
  if (!(decided instanceof Promise)) return decided;
  deps.overload.enter();
  try {
    return await decided;
  } finally {
    deps.overload.leave();
  }
}
