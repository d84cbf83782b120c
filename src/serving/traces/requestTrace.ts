import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { isWatched } from '#engine/snapshot/isWatched.ts';
import { candidateOf, type Candidate, type ChannelPlan } from '#engine/plan/plan.ts';
import { hashToUnit } from '#engine/hashToUnit.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import type { TraceRecord } from '#events/record/records.ts';
import {
  nanosFromUsd,
  type RequestIntegration,
  type Nanos,
  type TraceBody,
  type TraceCandidate,
} from '#model/index.ts';
import { fillVastMacros, type MacroValues } from '#standards/macros.ts';
import { withBlockedCategories } from '#standards/vast/blockedCategories.ts';
import type { UntracedImp } from '../imp/untracedImp.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { tagMacros } from '../imp/tagMacros.ts';
import { createAuctionTrace, type AuctionTrace, type AuctionTraceDeps } from './auctionTrace.ts';

/** An imp that is traced, and the integration of its request. */
interface TraceSubject extends Pick<UntracedImp, 'signals' | 'traits' | 'privacy' | 'delivery' | 'chain' | 'record'> {
  plan: ChannelPlan;
  integration: RequestIntegration;
}

/** The trace of one request while it is processed. */
export interface RequestTrace {
  /** Traces the auction of a setting. Run the auction with the setting of the returned trace. */
  traceAuction(setting: AuctionSetting): AuctionTrace;
  /** The traced auction; null before it starts, and when the request is rejected. */
  auction(): AuctionTrace | null;
  onDecision(decision: Decision): void;
  /** The record that is spooled after the serve record. */
  toRecord(): TraceRecord;
}

/** Maximum traced test requests of one account per second, over all serving processes: traces are large. */
const testsPerSecond = 100;

/**
 * Opens the trace of a request that is sampled, watched or a test. Returns null for all others, at the cost of one
 * hash.
 */
export function openTrace(
  { snapshot, traceShare, delivery }: Pick<ServingDeps, 'snapshot' | 'traceShare' | 'delivery'>,
  plan: ChannelPlan,
  impContext: UntracedImp,
  integration: RequestIntegration,
): RequestTrace | null {
  const { record, traits, signals } = impContext;
  const isTest = signals.isTest === true;
  // The sample has its own hash: the serve ID alone also selects the impressions that are measured.
  const isSampled = !isTest && hashToUnit(`trace ${record.serveId}`) < traceShare;
  const watched = isWatched(snapshot(), plan, () => traits, record.at);
  const isTraced =
    isSampled || watched || (isTest && delivery.limiter.take('testTrace', plan.demandId, testsPerSecond));
  if (!isTraced) return null;
  const { version } = snapshot();
  const subject: TraceSubject = { ...impContext, plan, integration };
  let auction: AuctionTrace | null = null;
  let winners: TraceBody['winners'] = [];
  let outcomes: Decision['outcomes'] = [];
  return {
    traceAuction(setting) {
      auction = createAuctionTrace(setting, {
        scrub: ({ request, imp }) => {
          const { imp: _imps, ...storedRequest } = subject.privacy.scrubForStorage({ ...request, imp: [imp] });
          return { request: storedRequest, imp };
        },
        fill: macroFiller(subject),
        seenOf: (candidate) => subject.delivery.seenOf(candidate),
      });
      return auction;
    },
    auction: () => auction,
    onDecision(decision) {
      outcomes = decision.outcomes;
      if (decision.kind === 'unfilled') return;
      winners = [decision, ...decision.further].map(({ winner, cpm }) => ({ tagId: winner.tag.id, cpm }));
    },
    toRecord: () => ({
      type: 'trace',
      serveId: record.serveId,
      at: record.at,
      origin: record.origin,
      integration: subject.integration,
      sampleWeight: isSampled ? 1 / traceShare : 0,
      isWatched: watched,
      reason: record.reason,
      body: {
        snapshot: version,
        ...(isTest ? { isTest } : {}),
        request: requestOf(subject),
        auction: auction?.result() ?? null,
        candidates: candidatesOf(subject, outcomes, snapshot()),
        winners,
      },
    }),
  };
}

/** Fills a tag's URL with request values that may be stored. */
function macroFiller(subject: TraceSubject): AuctionTraceDeps['fill'] {
  let values: MacroValues | undefined;
  return (url, wrappers) => {
    values ??= tagMacros(subject, subject.privacy.storableSignals(), { random: 0, serverSide: '1' });
    return fillVastMacros(url, withBlockedCategories(values, wrappers)).slice(0, maxUrlLength);
  };
}

const maxUrlLength = 4096;
const maxValueLength = 2048;
const maxParams = 200;

/** Headers that affect a decision: the viewer's device, page and choices, and how the request was made. */
const storedHeaders = [
  'user-agent',
  'referer',
  'origin',
  'accept-language',
  'sec-gpc',
  'dnt',
  'x-requested-with',
  'purpose',
  'sec-purpose',
  'x-moz',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
] as const;

function requestOf({ privacy, traits }: TraceSubject): TraceBody['request'] {
  const { query, headers, peer } = privacy.storableSignals();
  return {
    params: Object.fromEntries(
      [...query].slice(0, maxParams).map(([name, value]) => [name.slice(0, 64), value.slice(0, maxValueLength)]),
    ),
    headers: Object.fromEntries(
      storedHeaders.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value.toString().slice(0, maxValueLength)]];
      }),
    ),
    address: peer,
    country: traits.country,
    region: traits.region,
  };
}

/** The outcome of each candidate, with its rate and the floor that applies to it here. */
function candidatesOf({ plan }: TraceSubject, outcomes: Decision['outcomes'], snapshot: Snapshot): TraceCandidate[] {
  const candidatesById = new Map<number, Candidate>();
  for (const { candidates } of plan.tiers)
    for (const candidate of candidates) candidatesById.set(candidate.tag.id, candidate);
  return outcomes.map((outcome) => {
    const { tagId, adexchangeId, campaignId, advertiserId, tier, reason, wasSent, hasAnswered, isUnread } = outcome;
    const candidate = candidatesById.get(candidateOf(outcome));
    const tag = candidate?.tag ?? snapshot.compiledTags.get(tagId);
    const rate = tag && !tag.bidder ? tag.rate : null;
    const floor = candidate?.floor ?? floorOutside(snapshot, plan.channelId, tagId);
    return {
      tagId,
      ...(adexchangeId === undefined ? {} : { adexchangeId }),
      ...(campaignId === undefined ? {} : { campaignId }),
      advertiserId,
      tier,
      reason,
      wasSent,
      hasAnswered,
      ...(isUnread ? { isUnread } : {}),
      rate,
      floor,
    };
  });
}

/** The floor of a tag that is not in the plan: of its waterfall row, else of the channel; null without either. */
function floorOutside({ rows, waterfallOfChannel }: Snapshot, channelId: number, tagId: number): Nanos | null {
  const ids = [...(waterfallOfChannel.get(channelId) ?? [])];
  const row = ids.map((id) => rows.waterfallRow.get(id)).find((each) => each?.tagId === tagId);
  const floor = row?.floor ?? rows.channel.get(channelId)?.floor;
  return floor === undefined ? null : Number(nanosFromUsd(floor));
}
