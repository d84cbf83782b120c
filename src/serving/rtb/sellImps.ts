import { withoutZeroBids } from '#engine/auction/withoutZeroBids.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { podOfImp } from '#engine/plan/podTerms.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import type { RequestIntegration } from '#model/index.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { queryFromBidRequest, queryFromRequest } from '#standards/openrtb/request/queryFromBidRequest.ts';
import { impWithPlcmt } from '#standards/openrtb/request/withPlcmt.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { callContext } from '../imp/callContext.ts';
import { admit, recordImp, openImpContext, applyDecision, type ImpContext } from '../imp/impContext.ts';
import { offeredDeals } from '../imp/offeredDeals.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import { runAuctions } from '../imp/runAuctions.ts';
import type { Span } from '#runtime/tracing/tracer.ts';
import { spanAttributesOf } from '../tracing/spanAttributesOf.ts';
import { joinObservers, spanObserver } from '../tracing/spanObserver.ts';
import { timeStage } from '../metrics/timeStage.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { testDeps } from '../testDeps.ts';
import type { SoldAd } from '../vast/signedAd.ts';
import { observeAuctions } from '../traces/observeAuctions.ts';
import { offeringOfImp, sharedRequest } from './offeringOfImp.ts';
import { requestedQuality, planForImp, planWithinTmax } from './planForImp.ts';
import type { BidCurrency } from './bidCurrencyFor.ts';

/** The result of one imp of a bid request. */
export interface Outcome {
  imp: Imp;
  impContext: ImpContext;
  /** The sold ads: one, several in playing order for a dynamic pod, or none. */
  sold: SoldAd[];
}

/** The sender of a bid request. */
interface Sender extends Omit<RequestSignals, 'query'> {
  integration: Exclude<RequestIntegration, 'vast'>;
  /** null when no currency that it accepts has a rate: then nothing is sold. */
  pricing: BidCurrency | null;
}

/**
 * Sells the imps of a bid request in parallel auctions, by the plans of channels or of a supplier that `planOf`
 * returns. When it resolves, every imp's serve record is on disk or in the spool's buffer; rejects when it cannot be
 * written. A test request is recorded as a test, and counted nowhere else.
 */
export async function sellImps(
  liveDeps: ServingDeps,
  request: BidRequest,
  { integration, headers, peer, isRelayed, pricing }: Sender,
  planOf: (imp: Imp, index: number) => ChannelPlan | undefined,
): Promise<Outcome[]> {
  const span = liveDeps.tracer?.start(integration) ?? null;
  const isTest = request.test === 1;
  const deps = isTest ? testDeps(liveDeps) : liveDeps;
  const shared = sharedRequest(request, deps.newServeId());
  const ofRequest = queryFromRequest(request);
  const rates = ratesOf(deps.snapshot());
  const quality = requestedQuality(request);
  const outcomes: Outcome[] = [];
  const plansInTmax = new Map<ChannelPlan, ChannelPlan>();
  const auctioned: { outcome: Outcome; setting: AuctionSetting }[] = [];
  for (const [index, imp] of request.imp.entries()) {
    const channelPlan = planOf(imp, index);
    const planInTmax = channelPlan && getOrCreate(plansInTmax, channelPlan, () => planWithinTmax(channelPlan, request));
    const plan = planInTmax && planForImp(planInTmax, quality, imp);
    const placedImp = plan ? impWithPlcmt(imp, plan.plcmt) : imp;
    const query = queryFromBidRequest(request, placedImp, ofRequest);
    const signals: RequestSignals = { query, headers, peer };
    if (isRelayed) signals.isRelayed = isRelayed;
    if (isTest) signals.isTest = isTest;
    const impContext = openImpContext(deps, plan, signals, integration, outcomes[0]?.impContext);
    const deals = plan && offeredDeals(deps, plan, imp, impContext.record.at);
    if (deals) impContext.record.deals = deals;
    const outcome: Outcome = { imp, impContext, sold: [] };
    outcomes.push(outcome);
    const pod = plan ? podOfImp(plan.pod, imp, request.imp) : null;
    const offering = plan && pricing && offeringOfImp(shared, placedImp, plan, rates, pod);
    const setting = offering
      ? timeStage(deps.metrics, 'admission', () => admit(deps, impContext, offering, request), span)
      : null;
    if (setting) auctioned.push({ outcome, setting });
    else impContext.record.reason ??= plan ? 'no_exchange_rate' : 'bad_request';
  }
  const decisions = await runDecisions(deps, auctioned, span);
  auctioned.forEach(({ outcome, setting }, index) => {
    const decision = decisions[index];
    if (!decision) return;
    const sold = timeStage(
      deps.metrics,
      'decision',
      () => applyDecision(deps, outcome.impContext, withoutZeroBids(decision, setting.plan.costTerms)),
      span,
    );
    if (setting.plan.supplier?.isTest !== true) outcome.sold = sold;
    else if (sold.length > 0) withholdAds(outcome.impContext);
  });
  const written = span?.child('record');
  span?.set(spanAttributesOf(outcomes.map(({ impContext }) => impContext)));
  await Promise.all(outcomes.map(({ impContext }) => recordImp(deps, impContext))).finally(() => {
    written?.end();
    span?.end();
  });
  return outcomes;
}

/** Records that an imp's ads are not bid. */
function withholdAds({ record }: ImpContext): void {
  record.reason = 'test_mode';
  record.creative = '';
  record.opportunityCost = 0;
}

async function runDecisions(
  deps: ServingDeps,
  auctioned: readonly { outcome: Outcome; setting: AuctionSetting }[],
  span: Span | null,
): Promise<Decision[]> {
  const [first] = auctioned;
  if (!first) return [];
  const settings = auctioned.map(({ setting }) => setting);
  const observer = joinObservers([
    observeAuctions(
      auctioned.map(({ outcome, setting }) => ({ setting, trace: outcome.impContext.trace?.auction() ?? null })),
    ),
    span && spanObserver(span),
  ]);
  const decided = runAuctions(deps, settings, () => callContext(deps, first.outcome.impContext), observer);
  if (!(decided instanceof Promise)) return decided;
  deps.overload.enter();
  try {
    return await decided;
  } finally {
    deps.overload.leave();
  }
}
