import { isReplayable, type CandidateReason } from '#model/index.ts';
import type { PodTerms } from '../auction/pod.ts';
import { requestedSlots } from '../auction/requestedSlots.ts';
import { withoutZeroBids } from '../auction/withoutZeroBids.ts';
import type { AuctionSetting, Decision } from '../auction/types.ts';
import { isPaced } from '../delivery/isPaced.ts';
import type { Candidate, ChannelPlan } from '../plan/plan.ts';
import { ratesOf } from '../snapshot/rates.ts';
import { tracedSetting } from '../replay/tracedSetting.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import type { Locate } from '../targeting/ipLocation.ts';
import { readTraits } from '../targeting/readTraits.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { AdReader } from './adReader.ts';
import { replayAuction } from './replayAuction.ts';
import { traceCalls, type Fallback, type TracedCalls, type WaitTimes } from './tracedCalls.ts';
import type { Outcome, PastRequest } from './types.ts';

/** The inputs of a replay beside the configuration. */
export interface RequestReplaySetting {
  ads: AdReader;
  locate: Locate;
  /** The reason why a candidate is out because of a cap that is reached in the replay; null when none is. */
  full: (candidate: Candidate) => CandidateReason | null;
}

/** The result of a replayed request. */
export interface ReplayedRequest {
  outcome: Outcome;
  /** The reason why there was no ad; null when there was one. */
  reason: string | null;
  calls: TracedCalls;
  waited: WaitTimes;
}

/** The traits of a traced request, as far as they are recorded. */
export function traitsOf({ body, at }: PastRequest, plan: ChannelPlan, locate: Locate): RequestTraits {
  const { params, headers, address, country, region } = body.request;
  const located: Locate = (viewerAddress) => {
    const place = locate(viewerAddress);
    if (place?.country === country && place.region === region) return place;
    if (country === '') return place;
    // A truncated address may locate less precisely than the original.
    const nowhere = { city: '', postalCode: '', dma: '', location: null, asn: null, organisation: '' };
    return { ...nowhere, ...(place?.country === country ? place : {}), country, region };
  };
  return readTraits(
    { query: new Map(Object.entries(params)), headers, peer: address, locate: located },
    { environment: plan.environment, zoneHours: plan.zoneHours, now: at },
  );
}

/** Replays the auction of a request; null where there was none, or where it is not recorded in full. */
export function replayRequest(
  request: PastRequest,
  snapshot: Snapshot,
  plan: ChannelPlan,
  setting: RequestReplaySetting,
  fallback: Fallback | null,
): ReplayedRequest | null {
  const { body, integration } = request;
  const { auction } = body;
  if (!auction || !isReplayable(body)) return null;
  const { ads, locate, full } = setting;
  const traced = tracedSetting(auction, {
    plan,
    readStored: ads.readStored,
    creativeOf: ads.creativeOf,
    traits: traitsOf(request, plan, locate),
    rates: ratesOf(snapshot),
  });
  const calls = traceCalls(auction, traced, fallback);
  const replaySetting: AuctionSetting = {
    ...traced,
    readText: ads.readText,
    offered: calls.offered,
    reject: (candidate) => full(candidate) ?? traced.reject?.(candidate) ?? uncheckedReason(request, candidate),
  };
  const { decision, endedAt } = replayAuction(replaySetting, auction.startedAt, calls);
  const waited = calls.ended(endedAt);
  if (!decision) return null;
  const finalDecision = integration === 'vast' ? decision : withoutZeroBids(decision, plan.costTerms);
  return { ...outcomeOf(finalDecision, replaySetting.pod), calls, waited };
}

/**
 * The reason why a candidate that was not considered originally is out: pacing, or because it accepts no invalid
 * traffic.
 */
function uncheckedReason({ body, ivt }: PastRequest, { tag, pacing, checksIvt }: Candidate): CandidateReason | null {
  const { auction } = body;
  if (!auction || auction.checks.some(({ tagId, when }) => tagId === tag.id && when === 'start')) return null;
  if (checksIvt && ivt !== undefined && ivt !== 'valid') return 'ivt';
  return isPaced(pacing, auction.seed, tag.id) ? null : 'pacing';
}

function outcomeOf(decision: Decision, pod: PodTerms | null): { outcome: Outcome; reason: string | null } {
  const slots = requestedSlots(pod, decision);
  if (decision.kind === 'unfilled') return { outcome: { isRequest: true, slots, ads: [] }, reason: decision.reason };
  const ads = [decision, ...decision.further].map(({ winner, cpm, net, won }) => {
    return { tagId: winner.tag.id, campaignId: won?.bid?.own?.campaignId ?? 0, cpm, net };
  });
  return { outcome: { isRequest: true, slots, ads }, reason: null };
}

/** Whether a replay has the original result. */
export function isAsDecided(
  { body, reason }: PastRequest,
  replayed: Pick<ReplayedRequest, 'outcome' | 'reason'>,
): boolean {
  const { ads } = replayed.outcome;
  if (replayed.reason !== reason || ads.length !== body.winners.length) return false;
  return ads.every(({ tagId, cpm }, index) => {
    const won = body.winners[index];
    return won?.tagId === tagId && won.cpm === cpm;
  });
}
