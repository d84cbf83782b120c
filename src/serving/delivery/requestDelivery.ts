import { buyerOf } from '#engine/plan/buyer.ts';
import { adsLeft } from '#engine/delivery/adsLeft.ts';
import { isPaced } from '#engine/delivery/isPaced.ts';
import type { Candidate } from '#engine/plan/plan.ts';
import type { CampaignRow } from '#model/index.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { FrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { Viewer, ViewerKeys } from './viewerKeys.ts';

type FrequencyCap = CampaignRow['frequencies'][number];

/** The limiters and counters that bound delivery. */
export interface Delivery {
  limiter: RateLimiter;
  counters: FrequencyCounters;
  viewers: ViewerKeys;
}

/** The fields of a candidate that its limits depend on. */
export type DeliveryCandidate = Pick<Candidate, 'qps' | 'frequency'> & {
  tag: { id: number };
  /** Percentage of requests that it takes. */
  pacing: number;
};

/** A campaign with its frequency caps. */
export interface CappedCampaign {
  id: number;
  frequencies: readonly FrequencyCap[];
}

/** The viewer keys under which an impression of a campaign counts: those that its caps need and that are known. */
export type CampaignViewer = Partial<Record<FrequencyCap['by'], string>>;

/** The limits of candidates, evaluated for one request. */
export interface RequestDelivery {
  /** Why a candidate is excluded for this viewer at this moment, or null. `seed` decides pacing. */
  reject(candidate: DeliveryCandidate, seed: number): 'pacing' | 'frequency' | null;
  /** Why a candidate cannot be called now, or null: then the call is counted. */
  throttle(candidate: DeliveryCandidate): 'qps' | null;
  /** Number of its ads that the viewer has seen within the cap's period; null without a cap or a known viewer. */
  seenOf(candidate: DeliveryCandidate): number | null;
  /** Number of its ads that the viewer may still see. A pod may show several at once. */
  adsLeft(candidate: DeliveryCandidate): number;
  /** The viewer key under which an impression of a candidate counts, as stored in the ad's token. */
  viewerOf(candidate: DeliveryCandidate): string | undefined;
  /** Number of a campaign's ads that the viewer may still see under all of its caps; Infinity for an unknown viewer. */
  adsLeftOf(campaign: CappedCampaign): number;
  /** The viewer keys under which an impression of a campaign counts. */
  campaignViewerOf(campaign: CappedCampaign): CampaignViewer;
  /** Key of the viewer's device for the account's device counts; empty for an unknown device. */
  deviceFor(demandId: number): string;
}

/** The limits for a request of a viewer at `now` (ms). The viewer is identified only when a candidate needs it. */
export function requestDelivery(
  { limiter, counters, viewers }: Delivery,
  { viewer, now }: { viewer: () => Viewer; now: number },
): RequestDelivery {
  let knownViewer: Viewer | undefined;
  let device: string | undefined;
  let household: string | undefined;
  const devices = new Map<number, string>();
  const keyBy = (by: FrequencyCap['by']): string => {
    knownViewer ??= viewer();
    if (by === 'device') return (device ??= viewers.keyOf(knownViewer, 'device'));
    return (household ??= viewers.keyOf(knownViewer, 'address'));
  };
  const keyOf = ({ frequency }: DeliveryCandidate): string => (frequency ? keyBy(frequency.by) : '');
  const seenOf = (candidate: DeliveryCandidate): number | null => {
    const { tag, frequency } = candidate;
    const key = keyOf(candidate);
    return !frequency || key === ''
      ? null
      : counters.countImpressions({ kind: 'tag', id: tag.id }, key, frequency.windowMs, now);
  };
  return {
    reject(candidate, seed) {
      const { tag, frequency, pacing } = candidate;
      if (!isPaced(pacing, seed, tag.id)) return 'pacing';
      return frequency && adsLeft(candidate, seenOf(candidate)) === 0 ? 'frequency' : null;
    },
    seenOf,
    adsLeft: (candidate) => adsLeft(candidate, seenOf(candidate)),
    throttle({ tag, qps }) {
      const { kind, id } = buyerOf(tag.id);
      return kind === 'campaigns' || limiter.take(kind, id, qps) ? null : 'qps';
    },
    viewerOf: (candidate) => keyOf(candidate) || undefined,
    adsLeftOf({ id, frequencies }) {
      let left = Infinity;
      for (const cap of frequencies) {
        const key = keyBy(cap.by);
        if (key === '') continue;
        left = Math.min(
          left,
          cap.imps - counters.countImpressions({ kind: 'campaign', id }, key, windowMsOf(cap), now),
        );
      }
      return Math.max(0, left);
    },
    campaignViewerOf({ frequencies }) {
      const keys: CampaignViewer = {};
      for (const { by } of frequencies) {
        const key = keyBy(by);
        if (key !== '') keys[by] = key;
      }
      return keys;
    },
    deviceFor: (demandId) =>
      getOrCreate(devices, demandId, () => viewers.deviceFor((knownViewer ??= viewer()), demandId)),
  };
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

function windowMsOf({ per, unit }: FrequencyCap): number {
  return per * unitMs[unit];
}
