/**
 * The sections of a campaign's page in the order in which a buyer works: what it is, its money, when it runs, who and
 * where it reaches, what is shown, its limits, its results and its history.
 */
export const campaignSections = [
  'common',
  'budget',
  'bid',
  'flight',
  'targeting',
  'supply',
  'creatives',
  'delivery',
  'forecast',
  'funnel',
  'history',
] as const;
