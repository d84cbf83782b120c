import type { CandidateReason } from '#model/index.ts';
import { isWithin } from '../plan/quality.ts';

/** The rules of a pod for its ads. */
export interface PodTerms {
  /** Imps of one request with the same id form one pod. */
  podId: string;
  /** Whether other imps of the request are part of the pod. */
  isShared: boolean;
  /** Maximum ads. */
  slots: number;
  /** Maximum total duration in seconds; null = no limit. */
  durationS: number | null;
  /** Minimum seconds of an ad. */
  shortestS: number;
  /** Properties that no two ads of the pod may share. */
  dedupe: { creatives: boolean; advertisers: boolean; categories: boolean };
}

/** The properties of an ad that decide whether it fits beside others. */
export interface PodAd {
  tagId: number;
  /** The number of further ads of its tag that the viewer may see. */
  adsLeft: number;
  /** Seconds; 0 = unknown. */
  durationS: number;
  /** Keys of its creative: ads that share one show the same creative. */
  creatives: readonly string[];
  /** Advertiser domains, lower case, without www. */
  adomains: readonly string[];
  /** IAB category IDs. */
  categories: readonly string[];
  /** The required position, as `slotinpod` of the bid: 1 first, -1 last, 2 first or last, otherwise any. */
  slotInPod: number;
}

/** The reasons why an ad has no place in a pod: other ads are better, or it does not fit beside them. */
export type PodMismatch = Extract<
  CandidateReason,
  'outbid' | 'frequency' | 'pod_duration' | 'pod_slot' | 'pod_creative' | 'pod_advertiser' | 'pod_category'
>;

/**
 * The reason why an ad does not fit beside those already placed; null when it does. `placed` are ads of its own imp,
 * `elsewhere` those of other imps of the pod.
 */
export function podMismatch(
  terms: PodTerms,
  ad: PodAd,
  placed: readonly PodAd[],
  elsewhere: readonly PodAd[],
): PodMismatch | null {
  if (placed.length >= terms.slots) return 'outbid';
  if (ad.adsLeft !== Infinity && adsOf(ad.tagId, placed) + adsOf(ad.tagId, elsewhere) >= ad.adsLeft) return 'frequency';
  if (terms.durationS !== null && lengthIn(terms, ad) > secondsLeft(terms, placed)) return 'pod_duration';
  // Where each slot is an imp of its own, the request decides its position.
  if (terms.slots > 1 && !hasEdge(ad, placed)) return 'pod_slot';
  for (const other of placed) {
    const shared = sharedWith(terms, ad, other);
    if (shared) return shared;
  }
  for (const other of elsewhere) {
    const shared = sharedWith(terms, ad, other);
    if (shared) return shared;
  }
  return null;
}

function adsOf(tagId: number, ads: readonly PodAd[]): number {
  return ads.filter((ad) => ad.tagId === tagId).length;
}

/** Remaining seconds of a pod after these ads; Infinity without a maximum duration. */
export function secondsLeft(terms: PodTerms, placed: readonly PodAd[]): number {
  if (terms.durationS === null) return Infinity;
  let left = terms.durationS;
  for (const ad of placed) left -= lengthIn(terms, ad);
  return left;
}

/** Seconds of an ad; an equal part of the pod for an overlay, and for a bid whose duration is in markup not yet read. */
function lengthIn({ durationS, slots }: PodTerms, ad: PodAd): number {
  return ad.durationS || Math.ceil((durationS ?? 0) / slots);
}

/** Whether the first or last position that an ad requires is free. */
function hasEdge({ slotInPod }: PodAd, placed: readonly PodAd[]): boolean {
  if (!isEdge(slotInPod)) return true;
  const edges = placed.filter((each) => isEdge(each.slotInPod));
  return edges.length < 2 && (slotInPod === 2 || edges.every((each) => each.slotInPod !== slotInPod));
}

function isEdge(slotInPod: number): boolean {
  return slotInPod === 1 || slotInPod === -1 || slotInPod === 2;
}

function sharedWith({ dedupe }: PodTerms, ad: PodAd, other: PodAd): PodMismatch | null {
  if (dedupe.creatives && ad.creatives.some((name) => other.creatives.includes(name))) return 'pod_creative';
  if (dedupe.advertisers && ad.adomains.some((one) => other.adomains.some((two) => isSameAdvertiser(one, two)))) {
    return 'pod_advertiser';
  }
  if (dedupe.categories && ad.categories.some((one) => other.categories.some((two) => isSameCategory(one, two)))) {
    return 'pod_category';
  }
  return null;
}

function isSameAdvertiser(one: string, other: string): boolean {
  return isWithin(one, other, '.') || isWithin(other, one, '.');
}

/** Subcategories count as their parent: IAB2-1 and IAB2-2 are the same category. */
function isSameCategory(one: string, other: string): boolean {
  return one.split('-', 1)[0] === other.split('-', 1)[0];
}

/** Sorts ads, best first, into playing order: ads that require the first or last position get it. */
export function inPlayingOrder<T extends { podAd?: PodAd }>(ads: readonly T[]): T[] {
  const placeOf = ({ podAd }: T) => podAd?.slotInPod ?? 0;
  let first = ads.find((ad) => placeOf(ad) === 1);
  let last = ads.find((ad) => placeOf(ad) === -1);
  for (const ad of ads) {
    if (placeOf(ad) !== 2) continue;
    if (!first) first = ad;
    else last ??= ad;
  }
  const between = ads.filter((ad) => ad !== first && ad !== last);
  return [...(first ? [first] : []), ...between, ...(last ? [last] : [])];
}
