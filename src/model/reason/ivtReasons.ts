/** Categories of general invalid traffic (GIVT) by the MRC's guidelines. */
export const ivtCategories = {
  data_center: 'Known data-center traffic',
  crawler: 'Bots, spiders and crawlers',
  agent: 'Non-browser and unknown user agents',
  rendering: 'Non-rendering clients',
  prefetch: 'Pre-fetched and pre-rendered pages',
  placement: 'Invalid placements',
  activity: 'Activity-based filtration',
} as const;

export type IvtCategory = keyof typeof ivtCategories;

interface IvtReasonInfo {
  text: string;
  category: IvtCategory;
}

/** The reasons why traffic is invalid before bidding: at most one per request, the first that applies. */
export const ivtReasons = {
  listed_address: { text: 'IP address on the operator’s IVT list', category: 'crawler' },
  listed_agent: { text: 'User agent on the operator’s IVT list', category: 'crawler' },
  prefetch: { text: 'Pre-fetched or pre-rendered page', category: 'prefetch' },
  no_agent: { text: 'No user agent', category: 'agent' },
  headless: { text: 'Headless browser', category: 'rendering' },
  crawler: { text: 'Bot, spider or crawler user agent', category: 'crawler' },
  not_a_browser: {
    text: 'Non-browser or overlong user agent',
    category: 'agent',
  },
  data_center: { text: 'Data center IP address', category: 'data_center' },
  device_mismatch: { text: 'Declared device does not match the user agent', category: 'agent' },
  hidden_player: { text: 'Hidden player (zero or one pixel)', category: 'placement' },
  too_frequent: {
    text: 'Too many requests from one IP address and user agent',
    category: 'activity',
  },
} as const satisfies Record<string, IvtReasonInfo>;

export type IvtReason = keyof typeof ivtReasons;

/** The verdict on a request; absent when it was not checked. */
export type IvtVerdict = 'valid' | IvtReason;

/** Whether a verdict means invalid traffic. */
export function isInvalid(verdict: IvtVerdict | undefined): verdict is IvtReason {
  return verdict !== undefined && verdict !== 'valid';
}
