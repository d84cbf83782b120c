import { formatMoney } from '../lib/format.ts';
import type { DealBids, FrequencyCap, Multiplier } from '#model/buying/shapes.ts';
import { roleAreas, type RolePermissions } from '#model/account/rolePermissions.ts';
import type { Limit, PartnerParams, StructureName } from '#model/index.ts';
import { frequencyText } from './frequencyText.ts';
import { limitText } from './limitText.ts';
import { multiplierText } from './multiplierText.ts';

/** Formats a structure as one line; null for structures that have no short form. */
export function structureText(structure: StructureName | undefined, value: unknown): string | null {
  if (Array.isArray(value)) {
    if (structure === 'limits') return (value as Limit[]).map(limitText).join('; ');
    if (structure === 'frequencies') return (value as FrequencyCap[]).map(frequencyText).join('; ');
    if (structure === 'multipliers') return (value as Multiplier[]).map(multiplierText).join('; ');
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (structure === 'partnerParams') {
    return Object.entries(value as PartnerParams)
      .map(([name, each]) => `${name}: ${each}`)
      .join(', ');
  }
  if (structure === 'rolePermissions') {
    return roleAreas.flatMap(({ area, label }) => useText(label, (value as RolePermissions)[area])).join(', ');
  }
  if (structure === 'dealBids') {
    return Object.entries(value as DealBids)
      .map(([id, cpm]) => `#${id}: ${formatMoney(cpm)}`)
      .join(', ');
  }
  return null;
}

/** “Reports: read”; nothing for an area that is not used. */
function useText(label: string, use: string | undefined): string[] {
  return use === undefined ? [] : [`${label}: ${use}`];
}
