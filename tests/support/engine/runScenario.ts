import type { SupplyReason } from '#model/index.ts';
import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { readQuery } from '#standards/readQuery.ts';
import { startAuctions, stepAuctions, type RequestStep } from '#engine/auction/auctions.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { adsLeft } from '#engine/delivery/adsLeft.ts';
import { floorToEarn } from '#engine/pricing.ts';
import { podOfImp, podOfQuery, videoInPod } from '#engine/plan/podTerms.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { planOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { supplyGate } from '#engine/plan/supplyGate.ts';
import { utcTime } from '#engine/utcTime.ts';
import { dynamicFloorFor } from '#engine/yield/dynamicFloorFor.ts';
import { buildSetting, videoImp } from './buildSetting.ts';
import type { ImpResult, Scenario, ScenarioImp } from './scenario.ts';
import { ScenarioNetwork } from './scenarioNetwork.ts';
import { scenarioSnapshot } from './scenarioSnapshot.ts';

/** Result of a scenario, in the format of its expectation. */
export function runScenario(scenario: Scenario): Required<Scenario['expect']> {
  const snapshot = scenarioSnapshot(scenario);
  const start = utcTime(scenario.at ?? '2026-01-01T00:00:00Z');
  const imps = (scenario.imps ?? [{}]).map(completeImp);
  const all = imps.map(({ imp }) => imp);
  const admitted = imps.map(({ imp, channel }) => admit(snapshot, scenario, { imp, all }, channel, start));
  const settings = admitted.filter((each) => typeof each !== 'string');
  const ids = settings.map((setting) => setting.offered().imp.id);
  const network = new ScenarioNetwork(settings, start);
  let step: RequestStep | null = settings.length > 0 ? startAuctions(settings, start) : null;
  if (step) network.applyEffects(step.effects, 0);
  for (const scenarioStep of scenario.steps ?? []) {
    if (!step || step.decisions) throw new Error(`decided before ${scenarioStep.at} ms`);
    step = stepAuctions(step.state, network.inputOf(scenarioStep, ids));
    network.applyEffects(step.effects, scenarioStep.at);
  }
  const decisions = step ? step.decisions : [];
  if (!decisions) throw new Error('not decided at the end of the scenario');
  let auction = 0;
  const results = admitted.map((each) =>
    typeof each === 'string' ? refusedImp(each) : resultOf(decisions[(auction += 1) - 1]),
  );
  const { calls, bidRequests, reports } = network;
  const byId = Object.fromEntries(imps.map(({ imp }, index) => [imp.id, results[index] ?? refusedImp('bad_request')]));
  return { calls, bidRequests, reports, ...(results[0] ?? refusedImp('bad_request')), imps: byId };
}

function completeImp({ channel = 1, ...sketch }: ScenarioImp, index: number): { imp: Imp; channel: number } {
  const hasMedia = sketch.banner ?? sketch.video ?? sketch.audio ?? sketch.native;
  const id = String(index + 1);
  return { channel, imp: hasMedia ? { id, secure: 1, ...sketch } : { ...videoImp, id, ...sketch } };
}

/** The setting of an imp's auction, or the reason why there is none. */
function admit(
  snapshot: Snapshot,
  { seed, query = '', headers, request, imps, seen = {}, hasPrebidServer = true }: Scenario,
  { imp, all }: { imp: Imp; all: readonly Imp[] },
  channel: number,
  now: number,
): AuctionSetting | SupplyReason {
  const plan = planOf(snapshot, channel);
  if (!plan) throw new Error('the scenario has no such channel');
  const rates = ratesOf(snapshot);
  const publisherFloor = convertToNanos(imp.bidfloor ?? 0, imp.bidfloorcur ?? 'USD', rates);
  if (publisherFloor === null) return 'no_exchange_rate';
  const floor = floorToEarn(plan.costTerms, publisherFloor);
  if (floor === null) return 'below_price';
  // Without imps, a scenario is about a VAST request.
  const pod = imps ? podOfImp(plan.pod, imp, all) : podOfQuery(plan.pod, readQuery(`/vast/a?${query}`));
  const offered = pod && imp.video && !imps ? { ...imp, video: videoInPod(imp.video, pod) } : imp;
  const scenarioStep = { query, headers, request, imp: offered, now, pod };
  const setting = buildSetting(plan, {
    ...(seed === undefined ? {} : { seed }),
    ...scenarioStep,
    floor,
    rates,
    hasPrebidServer,
  });
  const dynamicFloor = dynamicFloorFor(plan, setting.traits, 'a request that is not compared with');
  return (
    supplyGate(plan, setting.traits, now) ?? {
      ...setting,
      adTerms: () => imp,
      dynamicFloor: dynamicFloor?.floor ?? 0,
      adsLeft: (candidate) => adsLeft(candidate, seen[candidate.tag.id] ?? 0),
    }
  );
}

function refusedImp(reason: SupplyReason): ImpResult {
  const notices = { win: null, bill: null, lost: [] };
  return {
    winner: null,
    cpm: 0,
    deal: null,
    reason,
    pod: [],
    impressions: [],
    markup: null,
    notices,
    outcomes: {},
    unread: [],
  };
}

function resultOf(decision: Decision | undefined): ImpResult {
  if (!decision) return refusedImp('bad_request');
  const outcomes = Object.fromEntries(decision.outcomes.map(({ tagId, reason }) => [tagId, reason]));
  const unread = decision.outcomes.filter(({ isUnread }) => isUnread).map(({ tagId }) => tagId);
  const lost = decision.lossNotices;
  if (decision.kind === 'unfilled') {
    const refused = refusedImp(decision.reason);
    return { ...refused, notices: { ...refused.notices, lost }, outcomes, unread };
  }
  const { winner, cpm, ad, won } = decision;
  return {
    winner: winner.tag.id,
    cpm: cpm / 1_000_000_000,
    deal: won?.bid.deal?.id ?? null,
    reason: 'no_answer',
    pod: [decision, ...decision.further].map((sale) => `${sale.winner.tag.id} at ${sale.cpm / 1_000_000_000}`),
    impressions: ad.kind === 'merged' ? ad.ad.impressions.map(({ url }) => url) : [],
    markup: ad.kind === 'markup' ? fillAuctionMacros(ad.markup, won?.values ?? {}) : null,
    notices: { win: won?.win ?? null, bill: won?.bill ?? null, lost },
    outcomes,
    unread,
  };
}
