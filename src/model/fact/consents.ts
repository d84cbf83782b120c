import type { Choice } from '../field/choice.ts';

/** Consent: the data that the viewer's choices allow us to use. */
export const consents = [
  { value: 'personal', label: 'Personal' },
  { value: 'contextual', label: 'Contextual only' },
  { value: 'refused', label: 'Refused' },
  { value: 'undeclared', label: 'Not declared' },
] as const satisfies readonly Choice[];

/**
 * `personal`: IDs of the viewer may be used; `contextual`: only the page or app may be used; `refused`: the GDPR
 * applies and there is no consent; `undeclared`: the request declares no choice.
 */
export type Consent = (typeof consents)[number]['value'];
