import type { PodTerms } from '#engine/auction/pod.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { mediaInPod, videoInPod } from '#engine/plan/podTerms.ts';
import type { Quality } from '#engine/plan/quality.ts';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import { bidRequestFromQuery } from '#standards/openrtb/request/bidRequestFromQuery.ts';
import type { Imp, Timed } from '#standards/openrtb/types.ts';
import { adTypeOf } from '#standards/openrtb/request/adTypeOf.ts';
import { mediaFromQuery, type PlayedMedia } from '#standards/openrtb/request/mediaFromQuery.ts';
import { nanosFromUsd, type Nanos } from '#model/index.ts';
import type { Query } from '#standards/readQuery.ts';
import { inlineProtocols, wrapperProtocols } from '#standards/vast/vastProtocols.ts';
import type { ImpContext, Offering } from '../imp/impContext.ts';
import { hasViewerGpc, pageOf, viewerAddress, viewerAgent, viewerLanguage } from '../imp/requestSignals.ts';

/**
 * Defaults for players of unknown capability: progressive files of the most common types, linear, without APIs. Where
 * the ad is shown (`plcmt`, `startdelay`) is known only if the request says it.
 */
const usual = { protocols: [...inlineProtocols, ...wrapperProtocols], minduration: 1, maxduration: 120 };
const usualMedia: PlayedMedia = {
  video: { mimes: ['video/mp4'], ...usual, linearity: 1, w: 640, h: 360 },
  audio: { mimes: ['audio/mpeg', 'audio/mp4'], ...usual },
};

/**
 * The terms for ads of tags where the request declares nothing: a video or audio, not an overlay. The player may support
 * any type, API (AdCOM) and duration.
 */
const api = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const undeclared: PlayedMedia = { video: { mimes: [], linearity: 1, api }, audio: { mimes: [], api } };

/** Parameters that ads of tags must fit. Most requests have none of them. */
const adParameters =
  'adtype mimes protocols api linearity min_dur max_dur pod_dur podid minbitrate maxbitrate delivery skip skipmin'.split(
    ' ',
  );

/** The media of each type of ad. */
const mediaTypesOf = { video: ['video'], audio: ['audio'], hybrid: ['video', 'audio'] } as const;

/**
 * The offering of a VAST request: one imp of video, audio or both, as the request declares, which may be a pod. Where it
 * declares neither, bidders are offered a video, and ads of tags may be either.
 */
export function offeringOfTag({ signals, record }: ImpContext, plan: ChannelPlan, pod: PodTerms | null): Offering {
  const { query } = signals;
  const adType = adTypeOf(query);
  const mediaTypes = mediaTypesOf[adType ?? 'video'];
  return {
    mediaTypes,
    floor: query.has('bidfloor') ? floorOf(query) : 0,
    pod,
    adTerms() {
      if (!pod && !adParameters.some((name) => query.has(name))) return undeclared;
      const { video, audio } = mediaFromQuery(query, mediaTypesOf[adType ?? 'hybrid'], undeclared);
      return { ...(video && { video: inSlot(video, pod) }), ...(audio && { audio: inSlot(audio, pod) }) };
    },
    offered() {
      const request = bidRequestFromQuery(query, {
        id: record.serveId,
        address: viewerAddress(signals),
        agent: viewerAgent(signals),
        page: pageOf(signals),
        language: viewerLanguage(signals),
        environment: plan.environment,
        hasGpc: hasViewerGpc(signals),
        countryAlpha3: alpha3Of,
      });
      const size = plan.environment === 'ctv' ? { w: 1920, h: 1080 } : {};
      const defaults: PlayedMedia = { ...usualMedia, video: { ...usualMedia.video, ...size } };
      const { video, audio } = mediaFromQuery(query, mediaTypes, defaults);
      const imp: Imp = { id: '1', secure: 1, ...dealsOf(query) };
      if (video) imp.video = videoInPod(withinDurations(plan.quality, video), pod);
      if (audio) imp.audio = mediaInPod(withinDurations(plan.quality, audio), pod);
      return { request: { ...request, ...blockedBy(plan.quality, request) }, imp };
    },
  };
}

/** The terms for one ad. The time of a pod is divided where its ads are placed. */
function inSlot<T extends Timed>(media: T, pod: PodTerms | null): T {
  if (!pod) return mediaInPod(media, null);
  const slot = { ...media, podid: media.podid ?? pod.podId };
  delete slot.poddur;
  return slot;
}

/** The query parameters with the size of the pod that is sold, as demand receives them. */
export function queryInPod(query: Query, { slots, durationS }: PodTerms): Query {
  const podQuery = new Map(query).set('pod_slots', String(slots));
  return durationS === null ? podQuery : podQuery.set('pod_dur', String(durationS));
}

/** Deals that the tag declares, without floors of their own. */
function dealsOf(query: Query): Pick<Imp, 'pmp'> {
  const ids = [...new Set((query.get('deal') ?? '').split(',').map((id) => id.trim()))].filter((id) => id !== '');
  return ids.length === 0 ? {} : { pmp: { private_auction: 0, deals: ids.slice(0, 50).map((id) => ({ id })) } };
}

/** Parses a floor in USD CPM as nano-USD. Returns 0 for anything else. */
function floorOf(query: Query): Nanos {
  const currency = query.get('bidfloorcur') ?? 'USD';
  const text = query.get('bidfloor') ?? '';
  if (currency.toUpperCase() !== 'USD' || !/^\d{1,6}(\.\d{1,9})?$/.test(text)) return 0;
  return Number(nanosFromUsd(text));
}

/** Narrows durations to those that the channel accepts. */
export function withinDurations<T extends { minduration?: number; maxduration?: number; rqddurs?: number[] }>(
  quality: Quality | null,
  timed: T,
): T {
  if (!quality || (quality.minDuration === null && quality.maxDuration === null)) return timed;
  // Exact durations stand alone (standards 2.2).
  if (timed.rqddurs?.length) return timed;
  const minDuration = Math.max(timed.minduration ?? 0, quality.minDuration ?? 0);
  const longest = timed.maxduration || Infinity;
  const maxDuration = Math.min(longest, quality.maxDuration ?? Infinity);
  if (minDuration === (timed.minduration ?? 0) && maxDuration === longest) return timed;
  const narrowed = { ...timed };
  if (minDuration > 0) narrowed.minduration = minDuration;
  if (maxDuration < Infinity) narrowed.maxduration = maxDuration;
  return narrowed;
}

/** Advertisers and categories blocked by the channel or the request. */
export function blockedBy(
  quality: Quality | null,
  { badv = [], bcat = [] }: { badv?: string[]; bcat?: string[] },
): { badv?: string[]; bcat?: string[] } {
  if (!quality) return {};
  const adomains = [...new Set([...badv, ...quality.adomains])];
  const categories = [...new Set([...bcat, ...quality.categories])];
  const all: { badv?: string[]; bcat?: string[] } = {};
  if (adomains.length > 0) all.badv = adomains;
  if (categories.length > 0) all.bcat = categories;
  return all;
}
