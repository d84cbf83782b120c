/** The steps of loading at which a crash makes a difference, in their order for one batch. */
export const loaderSteps = [
  'hitsDecided',
  'partWritten',
  'segmentWritten',
  'hitsStored',
  'inputDeleted',
  'inserted',
  'verified',
  'noted',
  'segmentRemoved',
] as const;

export type LoaderStep = (typeof loaderSteps)[number];

/** Called when a step is reached. */
export type OnStep = (step: LoaderStep) => void;
