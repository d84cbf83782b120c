import type { Choice } from '../field/fields.ts';

/** How demand or supply is connected: a VAST URL, an OpenRTB endpoint, or a Prebid adapter. */
export const integrations = [
  { value: 'VAST', label: 'VAST' },
  { value: 'RTB', label: 'OpenRTB', formerLabels: ['RTB'] },
  { value: 'PreBid', label: 'Prebid', formerLabels: ['PreBid'] },
] as const satisfies readonly Choice[];

/** One of the integrations. */
export type Integration = (typeof integrations)[number]['value'];
