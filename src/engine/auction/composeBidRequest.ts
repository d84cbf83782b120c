import type { Nanos } from '#model/index.ts';
import { amountOf, convertToNanos, floorIn } from '#standards/openrtb/currency.ts';
import type { BidRequest, Imp, MediaType, Pmp, Video } from '#standards/openrtb/types.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { BidderTerms } from '../plan/plan.ts';
import { beforeMargin } from '../pricing.ts';
import type { ImpRequest } from './impRequest.ts';
import { convertDurationFloors } from './durationFloors.ts';
import { offeredImp } from './offeredImp.ts';
import { floorFor } from './ranking.ts';
import type { AuctionSetting } from './types.ts';

/**
 * Composes the bid request to one tag for all imps that need its bids, with the tag's floors, currency and media types.
 * `settings` are those of the request's auctions. `impCache` holds imps composed for other tags: tags with the same
 * terms share them. Throws where the imp requests name no bidder.
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
    // Deals belong to one bidder, so these imps are not shared.
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

/** The request's blocked advertisers and categories plus those of the buyer. */
function blockedBy(
  { quality }: BidderTerms,
  { badv = [], bcat = [], cattax = 1 }: Pick<BidRequest, 'badv' | 'bcat' | 'cattax'>,
): Pick<BidRequest, 'badv' | 'bcat'> {
  if (!quality) return {};
  const { adomains } = quality;
  // The buyer's categories use content taxonomy 1, and a request has only one taxonomy.
  const categories = cattax === 1 ? quality.categories : [];
  return {
    ...(adomains.length > 0 ? { badv: [...new Set([...badv, ...adomains])] } : {}),
    ...(categories.length > 0 ? { bcat: [...new Set([...bcat, ...categories])] } : {}),
  };
}

/** The imp ids under which a bidder may bid. OpenRTB 2.5 has no pods: each slot is an imp of its own there. */
export function impIdsFor({ pod, offered }: AuctionSetting, { version }: Pick<BidderTerms, 'version'>): string[] {
  const { id } = offered().imp;
  if (!pod || version !== '2.5') return [id];
  return Array.from({ length: pod.slots }, (_, index) => (index === 0 ? id : `${id}:${index + 1}`));
}

/** One slot of a dynamic pod as an imp of its own. */
function slotOfPod({ video, audio, ...imp }: Imp, id: string, sequence: number): Imp {
  const slot: Imp = { ...imp, id };
  if (video) slot.video = withoutPod(video, sequence);
  if (audio) slot.audio = withoutPod(audio, sequence);
  return slot;
}

function withoutPod<T extends Pick<Video, 'maxduration' | 'poddur'>>(media: T, sequence: number): T {
  const slotMedia: T & Partial<Video> = { ...media, sequence };
  const { maxduration, poddur, rqddurs } = slotMedia;
  for (const name of ['podid', 'podseq', 'poddur', 'maxseq', 'slotinpod', 'poddedupe'] as const) delete slotMedia[name];
  const maxDuration = Math.min(maxduration || Infinity, poddur || Infinity);
  if (maxDuration < Infinity && !rqddurs?.length) slotMedia.maxduration = maxDuration;
  return slotMedia;
}

/** The terms at which an imp is offered to a bidder. */
interface Terms {
  floor: Nanos;
  /** The account's margin, taken from bids before they are compared; absent = none. */
  marginBasisPoints?: number;
  currency: string;
  mediaTypes: readonly MediaType[];
}

/** The imp as offered to a bidder: at its floor, in its currency, limited to its media types. */
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
  // A supplier's placements have ids of its own; for our own inventory, the channel's public id identifies the
  // placement.
  requested.tagid = plan.supplier ? imp.tagid : plan.uid;
  requested.bidfloor = floorIn(floor, currency, rates) ?? 0;
  requested.bidfloorcur = currency;
  if (requested.video) requested.video = convertDurationFloors(requested.video, perAd, perSecond) ?? requested.video;
  if (requested.audio) requested.audio = convertDurationFloors(requested.audio, perAd, perSecond) ?? requested.audio;
  if (requested.pmp && marginBasisPoints > 0) requested.pmp = dealsBeforeMargin(requested.pmp, marginBasisPoints);
  return requested;
}

/** Deals with their floors raised so that the original floor is left after the margin. */
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

/**
 * An imp limited to the wanted media types; all where the list is empty. Returns the imp itself when nothing has to go.
 */
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
