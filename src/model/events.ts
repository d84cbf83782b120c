/** The six video events in playing order, with the labels people see. */
export const videoEvents = [
  { event: 'impression', label: 'Impression' },
  { event: 'start', label: 'Start' },
  { event: 'firstQuartile', label: 'First Quartile' },
  { event: 'midpoint', label: 'Mid Point' },
  { event: 'thirdQuartile', label: 'Third Quartile' },
  { event: 'complete', label: 'Complete' },
] as const;

/** Every event that a tracking URL of ours can report; the order fixes its bit in the mask of counted events. */
export const trackedEvents = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
  'error',
] as const;

/** A tracked event. */
export type TrackedEvent = (typeof trackedEvents)[number];
