import type { IvtCategory } from './ivtReasons.ts';

interface LateIvtReasonInfo {
  text: string;
  category: IvtCategory;
}

/**
 * The reasons why the nightly review finds an impression or click invalid after it was counted: at most one each, the
 * first that applies. Requests never have them.
 */
export const lateIvtReasons = {
  late_data_center: { text: 'Later: data center IP address', category: 'data_center' },
  late_agent: { text: 'Later: bot or listed user agent', category: 'crawler' },
  click_burst: { text: 'Later: clicks faster than a viewer can click', category: 'activity' },
  ad_burst: { text: 'Later: ads faster than they can play', category: 'activity' },
  device_spread: { text: 'Later: one device on too many sites or apps', category: 'activity' },
  click_rate: { text: 'Later: click rate far above all others', category: 'activity' },
} as const satisfies Record<string, LateIvtReasonInfo>;

export type LateIvtReason = keyof typeof lateIvtReasons;
