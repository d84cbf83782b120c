import type { Choice } from '../field/fields.ts';

/** The form of an ad where several were offered and none was taken. */
export const severalMediaTypes = 'several';

/** What viewers' choices allow ourselves: what a request is told apart by, beside its place and device. */
export const consents = [
  { value: 'personal', label: 'Personal' },
  { value: 'contextual', label: 'Contextual only' },
  { value: 'refused', label: 'Refused' },
  { value: 'untold', label: 'Not declared' },
] as const satisfies readonly Choice[];

/**
 * One of them: ids of the viewer may be used; the page or app alone may choose the ad; the GDPR applies and nothing is
 * consented to; the request tells of no choice.
 */
export type Consent = (typeof consents)[number]['value'];
