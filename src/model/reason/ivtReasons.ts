/** The kinds of general invalid traffic (GIVT) by which the MRC's guidelines have it told. */
export const ivtCategories = {
  data_centre: 'Known data-center traffic',
  crawler: 'Bots, spiders and crawlers',
  agent: 'Non-browser and unknown user agents',
  rendering: 'Non-rendering clients',
  prefetch: 'Pre-fetched and pre-rendered pages',
  placement: 'Invalid placements',
  activity: 'Activity-based filtration',
} as const;

/** One of them. */
export type IvtCategory = keyof typeof ivtCategories;

interface IvtReasonInfo {
  text: string;
  category: IvtCategory;
}

/** What makes traffic invalid before anything is bid for it: at most one per request, the first that holds. */
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
  data_centre: { text: 'Data center IP address', category: 'data_centre' },
  device_mismatch: { text: 'Declared device does not match the user agent', category: 'agent' },
  hidden_player: { text: 'Hidden player (zero or one pixel)', category: 'placement' },
  too_frequent: {
    text: 'Too many requests from one IP address and user agent',
    category: 'activity',
  },
} as const satisfies Record<string, IvtReasonInfo>;

/** What makes traffic invalid. */
export type IvtReason = keyof typeof ivtReasons;

/** What a request was found to be. Where nobody judged it there is none. */
export type IvtVerdict = 'valid' | IvtReason;

/** Whether a verdict says that traffic is invalid. */
export function isInvalid(verdict: IvtVerdict | undefined): verdict is IvtReason {
  return verdict !== undefined && verdict !== 'valid';
}
