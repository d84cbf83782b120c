import type { CandidateReason } from '#model/index.ts';
import { isWithin } from '../plan/quality.ts';

/** What a pod asks of its ads. */
export interface PodTerms {
  /** Impressions of one request with the same id are parts of one pod. */
  podId: string;
  /** Whether other impressions of the request are parts of it. */
  isShared: boolean;
  /** Ads at most. */
  slots: number;
  /** Seconds of all ads together; null = any. */
  durationS: number | null;
  /** What no two ads of the pod may share. */
  apart: { creatives: boolean; advertisers: boolean; categories: boolean };
}

/** What of an ad decides whether it fits beside others. */
export interface PodAd {
  /** Whose it is. */
  tagId: number;
  /** How many ads of its tag the viewer may see yet. */
  adsLeft: number;
  /** Seconds; 0 when it does not tell. */
  durationS: number;
  /** Names of its creative: ads that share one show the same. */
  creatives: readonly string[];
  /** Domains of its advertiser, lower case without www. */
  adomains: readonly string[];
  /** Ids of categories. */
  categories: readonly string[];
  /** Where alone it may stand, as bids tell it: 1 first, -1 last, 2 first or last, else anywhere. */
  slotInPod: number;
}

/** Why an ad has no place in a pod: others are better, or it does not fit beside them. */
export type PodMismatch = Extract<
  CandidateReason,
  'outbid' | 'frequency' | 'pod_duration' | 'pod_slot' | 'pod_creative' | 'pod_advertiser' | 'pod_category'
>;

/**
 * Why an ad does not fit beside those that have a place already; null when it does. `placed` are those of its own
 * impression, `elsewhere` those of other impressions of the pod.
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
  // A slot that is an impression of its own has the place that its request says.
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

/** Seconds that a pod has left beside these ads; Infinity where it has any number. */
export function secondsLeft(terms: PodTerms, placed: readonly PodAd[]): number {
  if (terms.durationS === null) return Infinity;
  let left = terms.durationS;
  for (const ad of placed) left -= lengthIn(terms, ad);
  return left;
}

/** An ad that does not tell its length is taken for an equal part of the pod. */
function lengthIn({ durationS, slots }: PodTerms, ad: PodAd): number {
  return ad.durationS || Math.ceil((durationS ?? 0) / slots);
}

/** Whether the first or last place that an ad must have is free. */
function hasEdge({ slotInPod }: PodAd, placed: readonly PodAd[]): boolean {
  if (!isEdge(slotInPod)) return true;
  const edges = placed.filter((each) => isEdge(each.slotInPod));
  return edges.length < 2 && (slotInPod === 2 || edges.every((each) => each.slotInPod !== slotInPod));
}

function isEdge(slotInPod: number): boolean {
  return slotInPod === 1 || slotInPod === -1 || slotInPod === 2;
}

function sharedWith({ apart }: PodTerms, ad: PodAd, other: PodAd): PodMismatch | null {
  if (apart.creatives && ad.creatives.some((name) => other.creatives.includes(name))) return 'pod_creative';
  if (apart.advertisers && ad.adomains.some((one) => other.adomains.some((two) => isSameAdvertiser(one, two)))) {
    return 'pod_advertiser';
  }
  if (apart.categories && ad.categories.some((one) => other.categories.some((two) => isSameCategory(one, two)))) {
    return 'pod_category';
  }
  return null;
}

function isSameAdvertiser(one: string, other: string): boolean {
  return isWithin(one, other, '.') || isWithin(other, one, '.');
}

/** Cars and used cars are one category, and so are two kinds of cars. */
function isSameCategory(one: string, other: string): boolean {
  return one.split('-', 1)[0] === other.split('-', 1)[0];
}

/** Ads, best first, in the order in which they play: those that want to be first or last are. */
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
