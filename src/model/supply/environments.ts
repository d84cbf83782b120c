/** Where an ad is shown: decides which parameters a tag must carry, and is a report dimension. */
export const environments = [
  { value: 'web', label: 'Desktop web' },
  { value: 'mobileWeb', label: 'Mobile web' },
  { value: 'app', label: 'In-app' },
  { value: 'ctv', label: 'CTV' },
] as const;

/** One of the environments. */
export type Environment = (typeof environments)[number]['value'];
