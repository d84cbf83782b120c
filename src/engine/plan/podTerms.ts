import type { ChannelRow } from '#model/index.ts';
import type { Imp, Timed, Video } from '#standards/openrtb/types.ts';
import type { Query } from '#standards/readQuery.ts';
import type { PodTerms } from '../auction/pod.ts';

/** The pod settings of a channel. */
export type PodRules = Omit<PodTerms, 'podId' | 'isShared' | 'shortestS'>;

/** Maximum ads in a pod of a bid request. */
const maxSlots = 20;

/** Assumed minimum duration of an ad in seconds, where a request has none. */
const minAdSeconds = 5;

/** Assumed maximum duration of an ad in seconds, where a request has none. */
const maxAdSeconds = 120;

export function podRulesOf(
  channel: Pick<ChannelRow, 'podSlots' | 'podDuration' | 'dedupeCreatives' | 'dedupeAdvertisers' | 'dedupeCategories'>,
): PodRules {
  return {
    slots: channel.podSlots,
    durationS: channel.podDuration,
    dedupe: {
      creatives: channel.dedupeCreatives,
      advertisers: channel.dedupeAdvertisers,
      categories: channel.dedupeCategories,
    },
  };
}

/** The pod of a VAST request: the channel's, or a smaller one that the request specifies; null for a single ad. */
export function podOfQuery({ slots, durationS, dedupe }: PodRules, query: Query): PodTerms | null {
  if (slots === 1) return null;
  const wanted = Math.min(slots, positive(query.get('pod_slots')) ?? slots);
  if (wanted === 1) return null;
  const longest = Math.min(durationS ?? Infinity, positive(query.get('pod_dur')) ?? Infinity);
  return {
    podId: query.get('podid') ?? 'pod',
    isShared: false,
    slots: wanted,
    durationS: longest === Infinity ? null : longest,
    shortestS: positive(query.get('min_dur')) ?? minAdSeconds,
    dedupe,
  };
}

/** A number of at least 1, without its fraction; undefined for anything else. */
function positive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,6}(?:\.\d{1,20})?$/.test(text)) return undefined;
  return Math.floor(Number(text)) || undefined;
}

/**
 * The pod that an imp of a bid request is (it has time for several ads), or belongs to (other imps have the same
 * `podid`); null for a single ad. Where video and audio are asked for, the smaller pod of the two is sold, as each of
 * its ads may be either.
 */
export function podOfImp({ dedupe }: PodRules, imp: Imp, imps: readonly Imp[]): PodTerms | null {
  const media = imp.video ?? imp.audio;
  if (!media) return null;
  const { video = media, audio = media } = imp;
  const slots = Math.min(slotsOf(video), slotsOf(audio));
  const { podid } = media;
  const isPart =
    podid !== undefined && imps.some((other) => other !== imp && (other.video ?? other.audio)?.podid === podid);
  if (slots === 1 && !isPart) return null;
  const poddedupe = imp.video?.poddedupe ?? [];
  return {
    podId: podid === undefined ? `imp ${imp.id}` : `pod ${podid}`,
    isShared: isPart,
    slots,
    durationS: slots === 1 ? null : Math.min(video.poddur ?? Infinity, audio.poddur ?? Infinity),
    shortestS: shortestOf(media),
    dedupe: {
      creatives: dedupe.creatives || poddedupe.includes(3) || poddedupe.includes(4),
      advertisers: dedupe.advertisers || poddedupe.includes(1),
      categories: dedupe.categories || poddedupe.includes(2),
    },
  };
}

/** The number of ads in a dynamic pod; 1 for anything else. */
function slotsOf(media: Timed): number {
  const { poddur = 0, maxseq } = media;
  if (poddur === 0) return 1;
  return Math.max(1, Math.min(maxSlots, maxseq || Infinity, Math.floor(poddur / shortestOf(media))));
}

/** Seconds that the shortest ad takes, at least 1. */
function shortestOf({ minduration, rqddurs = [] }: Timed): number {
  return Math.max(1, rqddurs.length > 0 ? Math.min(...rqddurs) : minduration || minAdSeconds);
}

/** The video offered to bidders, with the pod and its deduplication settings (AdCOM: Pod Deduplication). */
export function videoInPod(video: Video, pod: PodTerms | null): Video {
  const inPod = mediaInPod(video, pod);
  if (!pod) return inPod;
  const { dedupe } = pod;
  const poddedupe = [
    ...(dedupe.advertisers ? [1] : []),
    ...(dedupe.categories ? [2] : []),
    ...(dedupe.creatives ? [3, 4] : []),
  ];
  if (poddedupe.length > 0) inPod.poddedupe = poddedupe;
  return inPod;
}

/** The video or audio offered to bidders, with the pod. */
export function mediaInPod<T extends Timed>(media: T, pod: PodTerms | null): T {
  if (!pod) return withoutPod(media);
  const { slots, durationS } = pod;
  return {
    ...media,
    podid: media.podid ?? pod.podId,
    poddur: durationS ?? slots * (media.maxduration || maxAdSeconds),
    maxseq: slots,
  };
}

/** Video or audio for a single ad, even if the player has time for more. */
function withoutPod<T extends Timed>(media: T): T {
  const single = { ...media };
  for (const name of ['podid', 'poddur', 'maxseq'] as const) delete single[name];
  const { poddur } = media;
  if (poddur && !media.rqddurs?.length) single.maxduration = Math.min(poddur, media.maxduration || Infinity);
  return single;
}
