/** What a list is for: its members are let in, kept out, or only named. */
export const listModes = [
  { value: 'block', label: 'Block' },
  { value: 'allow', label: 'Allow' },
  { value: 'neutral', label: 'Neutral' },
] as const;
