/** The moments of loading between which a death makes a difference, in their order for one batch. */
export const loaderSteps = [
  'partWritten',
  'segmentWritten',
  'hitsKept',
  'inputDeleted',
  'inserted',
  'verified',
  'noted',
  'segmentRemoved',
] as const;

/** One of the moments. */
export type LoaderStep = (typeof loaderSteps)[number];

/** Told when a moment is reached. */
export type OnStep = (step: LoaderStep) => void;
