/** Environments of ads. They determine the required parameters of a tag, and are a report dimension. */
export const environments = [
  { value: 'web', label: 'Desktop web' },
  { value: 'mobileWeb', label: 'Mobile web' },
  { value: 'app', label: 'In-app' },
  { value: 'ctv', label: 'CTV' },
] as const;

export type Environment = (typeof environments)[number]['value'];
