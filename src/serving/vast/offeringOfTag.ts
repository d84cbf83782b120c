import type { PodTerms } from '#engine/auction/pod.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { videoInPod } from '#engine/plan/podTerms.ts';
import type { Quality } from '#engine/plan/quality.ts';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import { bidRequestFromQuery } from '#standards/openrtb/request/bidRequestFromQuery.ts';
import type { AdTerms } from '#standards/openrtb/bid/adFault.ts';
import type { Imp, Video } from '#standards/openrtb/types.ts';
import { normalizeMime } from '#standards/openrtb/bid/normalizeMime.ts';
import { videoFromQuery } from '#standards/openrtb/request/videoFromQuery.ts';
import { nanosFromUsd, type Nanos } from '#model/index.ts';
import type { Query } from '#standards/readQuery.ts';
import { inlineProtocols, wrapperProtocols } from '#standards/vast/vastProtocols.ts';
import type { ImpContext, Offering } from '../imp/impContext.ts';
import { hasViewerGpc, pageOf, viewerAddress, viewerAgent, viewerLanguage } from '../imp/requestSignals.ts';

/**
 * Video defaults for players of unknown capability: progressive MP4 without VPAID. Where the ad is shown (`plcmt`,
 * `startdelay`) is known only if the request says it.
 */
const video: Video = {
  mimes: ['video/mp4'],
  protocols: [...inlineProtocols, ...wrapperProtocols],
  linearity: 1,
  minduration: 1,
  maxduration: 120,
  w: 640,
  h: 360,
};

/**
 * The terms for ads of tags where the request declares nothing: a video or audio, not an overlay. The player may support
 * any type, API (AdCOM) and duration.
 */
const undeclared: Video = { mimes: [], linearity: 1, api: [1, 2, 3, 4, 5, 6, 7, 8, 9] };
const usualTerms: AdTerms = { video: undeclared, audio: undeclared };

/** Parameters that ads of tags must fit. Most requests have none of them. */
const adParameters =
  'mimes protocols api linearity min_dur max_dur pod_dur podid minbitrate maxbitrate delivery skip skipmin'.split(' ');

/** The offering of a VAST request: one video imp, which may be a pod. */
export function offeringOfTag({ signals, record }: ImpContext, plan: ChannelPlan, pod: PodTerms | null): Offering {
  const { query } = signals;
  return {
    mediaTypes: ['video'],
    floor: query.has('bidfloor') ? floorOf(query) : 0,
    pod,
    adTerms() {
      if (!pod && !adParameters.some((name) => query.has(name))) return usualTerms;
      const asked = videoFromQuery(query, undeclared);
      if (!pod) return inMediaOf(asked.mimes, videoInPod(asked, null));
      // The time of a pod is divided where its ads are placed.
      const { poddur: _whole, podid = pod.podId, ...slot } = asked;
      return inMediaOf(asked.mimes, { ...slot, podid });
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
      const imp: Imp = {
        id: '1',
        video: videoInPod(withinDurations(plan.quality, videoFromQuery(query, { ...video, ...size })), pod),
        secure: 1,
        ...dealsOf(query),
      };
      return { request: { ...request, ...blockedBy(plan.quality, request) }, imp };
    },
  };
}

/** The terms for the media of MIME types; for both where no type is of either, as streams are not. */
function inMediaOf(mimes: readonly string[], asked: Video): AdTerms {
  const types = mimes.map(normalizeMime);
  const isVideo = types.some((type) => type.startsWith('video/'));
  const isAudio = types.some((type) => type.startsWith('audio/'));
  if (isVideo === isAudio || types.includes('*/*')) return { video: asked, audio: asked };
  return isVideo ? { video: asked } : { audio: asked };
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
