/** The six video events in playing order, with the labels people see. */
export const videoEvents = [
  { event: 'impression', label: 'Impression' },
  { event: 'start', label: 'Start' },
  { event: 'firstQuartile', label: 'First Quartile' },
  { event: 'midpoint', label: 'Mid Point' },
  { event: 'thirdQuartile', label: 'Third Quartile' },
  { event: 'complete', label: 'Complete' },
] as const;

/** What players and browsers report of an ad. */
export const playerEvents = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
  'error',
] as const;

/** What suppliers tell of a bid: that it won, that it is owed, that it lost. */
export const noticeEvents = ['win', 'bill', 'loss'] as const;

/** What the script beside an ad measures: that it can tell whether the ad is seen, and that it was. */
export const viewEvents = ['viewable', 'measurable'] as const;

/** Every event that a URL of ours can report; the order fixes its bit in the mask of counted events. */
export const trackedEvents = [...playerEvents, ...noticeEvents, ...viewEvents] as const;

/** A tracked event. */
export type TrackedEvent = (typeof trackedEvents)[number];
