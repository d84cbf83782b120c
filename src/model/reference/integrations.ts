import type { Choice } from '../field/fields.ts';

/** How demand or supply is connected: a VAST URL, an OpenRTB endpoint, or a Prebid adapter. */
export const integrations = [
  { value: 'VAST', label: 'VAST' },
  { value: 'RTB', label: 'OpenRTB', formerLabels: ['RTB'] },
  { value: 'PreBid', label: 'Prebid', formerLabels: ['PreBid'] },
] as const satisfies readonly Choice[];

/** What an integration is called; its value where there is none of that value. */
export function integrationLabel(value: string): string {
  return integrations.find((each) => each.value === value)?.label ?? value;
}

/** One of the integrations. */
export type Integration = (typeof integrations)[number]['value'];
