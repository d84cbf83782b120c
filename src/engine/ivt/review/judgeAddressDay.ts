import type { SourceFinding } from './judgeSourceHour.ts';
import { reviewThresholds as limits } from './reviewThresholds.ts';

/** The clicks and impressions of one address on one day. */
export interface AddressDay {
  imps: number;
  clicks: number;
  /** Clicks that the same impressions would have brought from others, and the impressions of those. */
  expectedClicks: number;
  peerImps: number;
}

/** Compares the click rate of an address with that of all others in the same channels; null = valid. */
export function judgeAddressDay({ imps, clicks, expectedClicks, peerImps }: AddressDay): SourceFinding | null {
  if (imps < limits.addressImps || clicks < limits.addressClicks || peerImps < limits.peerImps) return null;
  if (clicks < limits.addressClickRate * imps || clicks < limits.addressClickMultiple * expectedClicks) return null;
  return { reason: 'click_rate', isOfClicksOnly: false };
}
