/** The kinds of general invalid traffic (GIVT) by which the MRC's guidelines have it told. */
export const ivtCategories = {
  data_centre: 'Known data-centre traffic',
  crawler: 'Bots, spiders and crawlers',
  agent: 'Non-browser and unknown user agents',
  rendering: 'Non-rendering clients',
  prefetch: 'Pre-fetched and pre-rendered pages',
  placement: 'Invalid placements',
  activity: 'Activity-based filtration',
} as const;

/** One of them. */
export type IvtCategory = keyof typeof ivtCategories;

interface IvtReasonWords {
  text: string;
  category: IvtCategory;
}

/** What makes traffic invalid before anything is bid for it: at most one per request, the first that holds. */
export const ivtReasons = {
  listed_address: { text: 'The operator’s list names the address', category: 'crawler' },
  listed_agent: { text: 'The operator’s list names the user agent', category: 'crawler' },
  prefetch: { text: 'The page was fetched before anybody asked for it', category: 'prefetch' },
  no_agent: { text: 'There is no user agent', category: 'agent' },
  headless: { text: 'The browser has no screen', category: 'rendering' },
  crawler: { text: 'The user agent is a bot, spider or crawler', category: 'crawler' },
  not_a_browser: {
    text: 'The user agent is a program’s, or longer than any device’s, where a viewer’s is expected',
    category: 'agent',
  },
  data_centre: { text: 'The address belongs to a data centre', category: 'data_centre' },
  device_mismatch: { text: 'The declared device contradicts the user agent', category: 'agent' },
  hidden_player: { text: 'The player has no size', category: 'placement' },
  too_frequent: {
    text: 'The address and user agent ask more often than a viewer can',
    category: 'activity',
  },
} as const satisfies Record<string, IvtReasonWords>;

/** What makes traffic invalid. */
export type IvtReason = keyof typeof ivtReasons;

/** What a request was found to be. Where nobody judged it there is none. */
export type IvtVerdict = 'valid' | IvtReason;

/** Whether a verdict says that traffic is invalid. */
export function isInvalid(verdict: IvtVerdict | undefined): verdict is IvtReason {
  return verdict !== undefined && verdict !== 'valid';
}
