import type { Nanos } from '#model/index.ts';
import { amountOf, convertToNanos, floorIn } from '#standards/openrtb/currency.ts';
import type { BidRequest, Imp, MediaType, Pmp, Video } from '#standards/openrtb/types.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { BidderFacts } from '../plan/plan.ts';
import { beforeMargin } from '../pricing.ts';
import type { ImpRequest } from './impRequest.ts';
import { convertDurationFloors } from './durationFloors.ts';
import { offeredImp } from './offeredImp.ts';
import { floorFor } from './ranking.ts';
import type { AuctionSetting } from './types.ts';

/**
 * The bid request that asks one tag for bids on all impressions that want it: the impressions with the floors and media
 * types of the tag, in its currency. `settings` are those of the request's auctions. `made` holds the impressions that were
 * made for other tags: those that are offered the same share it.
 */
export function composeBidRequest(
  settings: readonly AuctionSetting[],
  impRequests: readonly ImpRequest[],
  now: number,
  impCache: Map<string, Imp> = new Map(),
): BidRequest {
  const [first] = impRequests;
  const bidder = first?.candidate.tag.bidder;
  const setting = first && settings[first.slot];
  if (!bidder || !setting) throw new Error('no bidder to call');
  const { currency, mediaTypes, seats } = bidder;
  const imps: Imp[] = [];
  let deadline = now + 1;
  for (const impRequest of impRequests) {
    const own = settings[impRequest.slot] ?? setting;
    const floor = floorFor(own, impRequest.candidate);
    const { marginBasisPoints } = impRequest.candidate;
    const terms = { floor, marginBasisPoints, currency, mediaTypes };
    const offered = offeredImp(own, impRequest.candidate);
    // Deals are a bidder's own.
    const imp =
      impRequest.candidate.deals.length > 0
        ? impFor(own, terms, offered)
        : getOrCreate(
            impCache,
            `${impRequest.slot} ${floor} ${marginBasisPoints} ${currency} ${mediaTypes.join()}`,
            () => impFor(own, terms, offered),
          );
    const ids = impIdsFor(own, bidder);
    if (ids.length === 1) imps.push(imp);
    else for (const [index, id] of ids.entries()) imps.push(slotOfPod(imp, id, index + 1));
    deadline = Math.max(deadline, impRequest.deadline);
  }
  const { request } = setting.offered();
  const composed: BidRequest = {
    ...request,
    imp: imps,
    at: bidder.isSecondPrice ? 2 : 1,
    tmax: deadline - now,
    cur: [currency],
    ...blockedBy(bidder, request),
  };
  if (seats.length > 0) composed.wseat = [...seats];
  return composed;
}

/** What the buyer's own rules block beside what the request does. */
function blockedBy(
  { quality }: BidderFacts,
  { badv = [], bcat = [], cattax = 1 }: Pick<BidRequest, 'badv' | 'bcat' | 'cattax'>,
): Pick<BidRequest, 'badv' | 'bcat'> {
  if (!quality) return {};
  const { adomains } = quality;
  // Ours are of the first taxonomy, and a request has one alone.
  const categories = cattax === 1 ? quality.categories : [];
  return {
    ...(adomains.length > 0 ? { badv: [...new Set([...badv, ...adomains])] } : {}),
    ...(categories.length > 0 ? { bcat: [...new Set([...bcat, ...categories])] } : {}),
  };
}

/** The ids under which a bidder may bid for an impression: 2.5 knows no pods, so that each slot of one is an impression there. */
export function impIdsFor({ pod, offered }: AuctionSetting, { version }: Pick<BidderFacts, 'version'>): string[] {
  const { id } = offered().imp;
  if (!pod || version !== '2.5') return [id];
  return Array.from({ length: pod.slots }, (_, index) => (index === 0 ? id : `${id}:${index + 1}`));
}

/** One slot of a dynamic pod as an impression of its own. */
function slotOfPod({ video, audio, ...imp }: Imp, id: string, sequence: number): Imp {
  const slot: Imp = { ...imp, id };
  if (video) slot.video = withoutPod(video, sequence);
  if (audio) slot.audio = withoutPod(audio, sequence);
  return slot;
}

function withoutPod<T extends Pick<Video, 'maxduration' | 'poddur'>>(media: T, sequence: number): T {
  const slotMedia: T & Partial<Video> = { ...media, sequence };
  const { maxduration = Infinity, poddur = Infinity, rqddurs } = slotMedia;
  for (const name of ['podid', 'podseq', 'poddur', 'maxseq', 'slotinpod', 'poddedupe'] as const) delete slotMedia[name];
  const maxDuration = Math.min(maxduration, poddur);
  if (maxDuration < Infinity && !rqddurs?.length) slotMedia.maxduration = maxDuration;
  return slotMedia;
}

/** What a bidder is offered an impression for. */
interface Terms {
  floor: Nanos;
  /** What of its bids the account keeps before they are compared; absent = nothing. */
  marginBasisPoints?: number;
  currency: string;
  mediaTypes: readonly MediaType[];
}

/** The impression as it is offered to a bidder: at its floor, in its currency, for the media types that it is asked for. */
export function impFor(
  { plan, rates }: AuctionSetting,
  { floor, marginBasisPoints = 0, currency, mediaTypes }: Terms,
  imp: Imp,
): Imp {
  const inOurs = (amount: number) =>
    beforeMargin(convertToNanos(amount, imp.bidfloorcur ?? 'USD', rates) ?? 0, marginBasisPoints);
  const perAd = (amount: number) => floorIn(Math.max(floor, inOurs(amount)), currency, rates);
  const perSecond = (amount: number) => floorIn(inOurs(amount), currency, rates);
  const requested = { ...onlyMedia(imp, mediaTypes) };
  // A supplier's placements are its own; of ours, whoever asks knows the channel.
  requested.tagid = plan.supplier ? imp.tagid : plan.uid;
  requested.bidfloor = floorIn(floor, currency, rates) ?? 0;
  requested.bidfloorcur = currency;
  if (requested.video) requested.video = convertDurationFloors(requested.video, perAd, perSecond) ?? requested.video;
  if (requested.audio) requested.audio = convertDurationFloors(requested.audio, perAd, perSecond) ?? requested.audio;
  if (requested.pmp && marginBasisPoints > 0) requested.pmp = dealsBeforeMargin(requested.pmp, marginBasisPoints);
  return requested;
}

/** Deals with the prices of which a margin leaves as much as they ask for. */
function dealsBeforeMargin(pmp: Pmp, marginBasisPoints: number): Pmp {
  const before = (amount: number) => amountOf(beforeMargin(Math.round(amount * 1_000_000_000), marginBasisPoints));
  const deals = (pmp.deals ?? []).map((deal) => {
    const { bidfloor } = deal;
    const priced = convertDurationFloors(deal, before) ?? deal;
    return bidfloor === undefined ? priced : { ...priced, bidfloor: before(bidfloor) };
  });
  return { ...pmp, deals };
}

const allMedia = ['banner', 'video', 'audio', 'native'] as const;

/** An impression with the wanted of its media types, all of them where the list is empty; itself where it has no others. */
export function onlyMedia(imp: Imp, wanted: readonly MediaType[]): Imp {
  if (wanted.length === 0) return imp;
  let narrowed = imp;
  for (const type of allMedia) {
    if (imp[type] === undefined || wanted.includes(type)) continue;
    if (narrowed === imp) narrowed = { ...imp };
    delete narrowed[type];
  }
  return narrowed;
}
