/** The six video events in playing order, with their labels. */
export const videoEvents = [
  { event: 'impression', label: 'Impression' },
  { event: 'start', label: 'Start' },
  { event: 'firstQuartile', label: 'First Quartile' },
  { event: 'midpoint', label: 'Mid Point' },
  { event: 'thirdQuartile', label: 'Third Quartile' },
  { event: 'complete', label: 'Complete' },
] as const;

/** Events that players and browsers report. */
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

/** Suppliers' notices of a bid: won, billed, lost. */
export const noticeEvents = ['win', 'bill', 'loss'] as const;

/** Events of our viewability script: the ad was viewable, or its viewability can be measured. */
export const viewEvents = ['viewable', 'measurable'] as const;

/** All events that our tracking URLs report. The order determines their bits in the mask of counted events. */
export const trackedEvents = [...playerEvents, ...noticeEvents, ...viewEvents] as const;

export type TrackedEvent = (typeof trackedEvents)[number];
