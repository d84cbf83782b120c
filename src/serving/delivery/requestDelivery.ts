import { buyerOf } from '#engine/plan/buyer.ts';
import { adsLeft } from '#engine/delivery/adsLeft.ts';
import { isPaced } from '#engine/delivery/isPaced.ts';
import type { Candidate } from '#engine/plan/plan.ts';
import type { CampaignRow } from '#model/index.ts';
import type { FrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import type { RateLimiter } from './rateLimiter.ts';
import type { Viewer, ViewerKeys } from './viewerKeys.ts';

type FrequencyCap = CampaignRow['frequencies'][number];

/** What the delivery of ads is kept within its limits with. */
export interface Delivery {
  limiter: RateLimiter;
  counters: FrequencyCounters;
  viewers: ViewerKeys;
}

/** What decides of a candidate. */
export type DeliveryCandidate = Pick<Candidate, 'qps' | 'frequency'> & {
  tag: { id: number };
  /** Percent of the requests that it takes. */
  pacing: number;
};

/** What decides of a campaign: its frequency caps. */
export interface CappedCampaign {
  id: number;
  frequencies: readonly FrequencyCap[];
}

/** The keys of a viewer that an impression of a campaign counts for: those that its caps ask for and that are known. */
export type CampaignViewer = Partial<Record<FrequencyCap['by'], string>>;

/** How the limits of candidates stand for one request. */
export interface RequestDelivery {
  /** Why a candidate is out for this viewer and at this moment; `seed` draws its lot. */
  reject(candidate: DeliveryCandidate, seed: number): 'pacing' | 'frequency' | null;
  /** Why a candidate cannot be called now. If it can, the call is counted. */
  throttle(candidate: DeliveryCandidate): 'qps' | null;
  /** How often the viewer has seen its ads; null where that is not limited, or nobody knows the viewer. */
  seenOf(candidate: DeliveryCandidate): number | null;
  /** How many more of its ads the viewer may see: in a pod there may be several at once. */
  adsLeft(candidate: DeliveryCandidate): number;
  /** The viewer whom an impression of a candidate counts for: what the token of its ad carries. */
  viewerOf(candidate: DeliveryCandidate): string | undefined;
  /** How many more ads of a campaign the viewer may see by all of its caps; Infinity where nobody knows the viewer. */
  adsLeftOf(campaign: CappedCampaign): number;
  /** Whom an impression of a campaign counts for. */
  campaignViewerOf(campaign: CappedCampaign): CampaignViewer;
  /** The viewer's device as an account counts devices; empty where nothing is known of it. */
  deviceFor(demandId: number): string;
}

/** The limits for a request of a viewer at `now` (ms). Who the viewer is is worked out where a candidate asks for it. */
export function requestDelivery(
  { limiter, counters, viewers }: Delivery,
  { viewer, now }: { viewer: () => Viewer; now: number },
): RequestDelivery {
  let knownViewer: Viewer | undefined;
  let device: string | undefined;
  let household: string | undefined;
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
    deviceFor: (demandId) => viewers.deviceFor((knownViewer ??= viewer()), demandId),
  };
}

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

function windowMsOf({ per, unit }: FrequencyCap): number {
  return per * unitMs[unit];
}
