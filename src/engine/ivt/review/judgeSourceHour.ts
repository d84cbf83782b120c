import type { LateIvtReason } from '#model/index.ts';
import { reviewThresholds as limits } from './reviewThresholds.ts';

/** The activity of one source in one hour: a device with an ID, or else an address with one user agent. */
export interface SourceHour {
  /** Whether it is one device, not an address that may have many viewers. */
  isDevice: boolean;
  imps: number;
  clicks: number;
  /** Clicks in its busiest minute. */
  maxClicksPerMinute: number;
  /** Clicks that the same impressions would have brought from others. */
  expectedClicks: number;
  /** Minutes with more impressions than `videoPerMinute`, `displayPerMinute`, and the operator's limit for addresses. */
  videoMinutes: number;
  displayMinutes: number;
  frequentMinutes: number;
  /** Different sites and apps, user agents and networks. */
  places: number;
  agents: number;
  networks: number;
  /** Different user agents behind its address. */
  neighbors: number;
}

/** Why the traffic of a source is invalid, and whether only its clicks are. */
export interface SourceFinding {
  reason: LateIvtReason;
  isOfClicksOnly: boolean;
}

/** Checks the activity of a source in one hour; null = valid. */
export function judgeSourceHour(source: SourceHour): SourceFinding | null {
  const { isDevice } = source;
  if (isDevice && isSpread(source)) return { reason: 'device_spread', isOfClicksOnly: false };
  if (isDevice ? isFasterThanAds(source) : isFrequentHousehold(source))
    return { reason: 'ad_burst', isOfClicksOnly: false };
  return isClickBurst(source) ? { reason: 'click_burst', isOfClicksOnly: true } : null;
}

function isSpread({ places, agents, networks }: SourceHour): boolean {
  return places > limits.places || agents > limits.agents || networks > limits.networks;
}

function isFasterThanAds({ videoMinutes, displayMinutes }: SourceHour): boolean {
  return videoMinutes >= limits.busyMinutes || displayMinutes >= limits.busyMinutes;
}

/** An office or carrier has many viewers with many user agents behind an address. */
function isFrequentHousehold({ frequentMinutes, neighbors }: SourceHour): boolean {
  return frequentMinutes >= limits.busyMinutes && neighbors <= limits.householdAgents;
}

/** The clicks of many viewers behind an address grow with their impressions. */
function isClickBurst({ isDevice, clicks, maxClicksPerMinute, expectedClicks }: SourceHour): boolean {
  const isFast = maxClicksPerMinute >= limits.clicksPerMinute || clicks >= limits.clicksPerHour;
  return isFast && (isDevice || clicks >= limits.clickMultiple * expectedClicks);
}
