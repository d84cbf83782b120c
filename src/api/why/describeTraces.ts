import { campaignsId } from '#engine/plan/buyer.ts';
import { candidateOf } from '#engine/plan/plan.ts';
import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import { isReplayable, usdFromNanos, type Reader, type TraceBody } from '#model/index.ts';
import type { Names } from './namesFor.ts';
import type { ListedTrace, StoredTrace } from './traceStore.ts';
import type { WhyCandidate, WhyTrace, WhyTraceLine } from './whyContract.ts';
import { candidateReason, candidateEntityOf, supplyReason, type LossOwners } from './whyReasons.ts';

/** The context in which traces are described. */
export interface Describer {
  names: Names;
  user: Reader;
  /** The advertisers whose tags the caller sees; null = all. */
  advertiserIds: readonly number[] | null;
}

/** Describes a trace as a line of the list. */
export function describeLine(trace: ListedTrace, describer: Describer): WhyTraceLine {
  const { names } = describer;
  return {
    ...placeOf(trace, describer),
    winners: trace.winners.map(({ tagId, cpm }) => ({ ...names.tag(Number(tagId)), cpm: usd(Number(cpm)) })),
    candidates: trace.tagIds.length,
    tookMs: Number(trace.tookMs) < 0 ? null : Number(trace.tookMs),
  };
}

function placeOf(trace: StoredTrace, { names, user }: Describer) {
  return {
    serveId: trace.serveId,
    at: new Date(Number(trace.atMs)).toISOString(),
    integration: trace.integration,
    channel: names.channel(trace.channelId),
    supplier: trace.supplierId === 0 ? null : names.supplier(trace.supplierId),
    isWatched: trace.isWatched === 1,
    isTest: Boolean(trace.isTest),
    reason: trace.reason === '' ? null : supplyReason(trace.reason, ownersOf(trace), user),
  };
}

function ownersOf({ demandId, channelId, subpublisherId, supplierId }: StoredTrace): LossOwners {
  return {
    demand: demandId,
    ...(channelId === 0 ? {} : { channel: channelId }),
    ...(supplierId === 0 ? {} : { supplier: supplierId }),
    ...(subpublisherId === 0 ? {} : { subpublisher: subpublisherId }),
  };
}

/** Describes a complete trace. Managers of some advertisers only see the candidates of these. */
export function describeTrace(trace: StoredTrace & { body: TraceBody }, describer: Describer): WhyTrace {
  const { names, user, advertiserIds } = describer;
  const { body } = trace;
  const { request, snapshot } = body;
  const candidates = body.candidates.filter(
    ({ advertiserId }) => advertiserIds === null || advertiserIds.includes(advertiserId),
  );
  const isVisible = (tagId: number) => advertiserIds === null || candidates.some((each) => candidateOf(each) === tagId);
  return {
    ...placeOf(trace, describer),
    winners: body.winners
      .filter(({ tagId }) => isVisible(tagId))
      .map(({ tagId, cpm }) => ({ ...names.tag(tagId), cpm: usd(cpm) })),
    tookMs: body.auction?.tookMs ?? null,
    sampleWeight: trace.sampleWeight,
    environment: trace.environment,
    site: trace.site,
    app: trace.app,
    ivt: trace.ivt,
    snapshot,
    request,
    candidates: candidates.map(
      ({
        tagId,
        adexchangeId,
        campaignId,
        advertiserId,
        tier,
        reason,
        wasSent,
        hasAnswered,
        isUnread,
        rate,
        floor,
      }) => ({
        tag: names.tag(candidateOf({ tagId, adexchangeId })),
        advertiserId,
        tier,
        reason:
          reason === null
            ? null
            : candidateReason(
                reason,
                {
                  ...ownersOf(trace),
                  ...(tagId === 0 ? {} : { tag: tagId }),
                  ...(adexchangeId === undefined ? {} : { adexchange: adexchangeId }),
                  ...(campaignId === undefined ? {} : { campaign: campaignId }),
                  ...(advertiserId === 0 ? {} : { advertiser: advertiserId }),
                },
                user,
                { kind: candidateEntityOf(candidateOf({ tagId, adexchangeId })), row: names.tagRow(tagId) },
              ),
        wasSent,
        hasAnswered,
        isUnread: isUnread === true,
        campaigns: candidateOf({ tagId, adexchangeId }) === campaignsId ? campaignsOf(trace, describer) : [],
        rate: rate === null ? null : usd(rate),
        floor: floor === null ? null : usd(floor),
      }),
    ),
    auction: auctionOf(body, names, isVisible),
  };
}

/** The outcomes of the campaigns that were evaluated; those that bid come first. */
function campaignsOf(
  trace: StoredTrace & { body: TraceBody },
  { names, user, advertiserIds }: Describer,
): WhyCandidate['campaigns'] {
  const outcomes = tracedCampaignOutcomes(trace.body) ?? [];
  return outcomes
    .filter(({ advertiserId }) => advertiserIds === null || advertiserIds.includes(advertiserId))
    .map(({ campaignId, advertiserId, reason }) => {
      const owners = { ...ownersOf(trace), campaign: campaignId, advertiser: advertiserId };
      return {
        campaign: names.campaign(campaignId),
        reason:
          reason === null
            ? null
            : candidateReason(reason, owners, user, { kind: 'campaign', row: names.campaignRow(campaignId) }),
      };
    });
}

function auctionOf(body: TraceBody, names: Names, isVisible: (tagId: number) => boolean): WhyTrace['auction'] {
  const { auction } = body;
  if (!auction) return null;
  const { startedAt, seed, mediaTypes, floor, offered, checks, inputs } = auction;
  return {
    startedAt: new Date(startedAt).toISOString(),
    seed,
    mediaTypes,
    floor: usd(floor),
    offered,
    checks: checks.filter(({ tagId }) => isVisible(tagId)),
    calls: auction.calls
      .filter(({ tagIds }) => tagIds.every(isVisible))
      .map(({ kind, tagIds, hop, url, startedMs, endedMs, outcome, text, isCut }) => {
        return { kind, tags: tagIds.map((id) => names.tag(id)), hop, url, startedMs, endedMs, outcome, text, isCut };
      }),
    inputs,
    isReplayable: isReplayable(body),
  };
}

function usd(nanos: number): string {
  return usdFromNanos(BigInt(Math.round(nanos)));
}
