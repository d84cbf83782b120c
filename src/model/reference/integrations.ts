import type { Choice } from '../field/choice.ts';

/** Integrations of demand and supply: a VAST URL, an OpenRTB endpoint, or a Prebid adapter. */
export const integrations = [
  { value: 'VAST', label: 'VAST' },
  { value: 'RTB', label: 'OpenRTB', formerLabels: ['RTB'] },
  { value: 'PreBid', label: 'Prebid', formerLabels: ['PreBid'] },
] as const satisfies readonly Choice[];

/** The label of an integration; the value itself when it is unknown. */
export function integrationLabel(value: string): string {
  return integrations.find((each) => each.value === value)?.label ?? value;
}

export type Integration = (typeof integrations)[number]['value'];
