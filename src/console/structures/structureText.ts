import type { Limit, PartnerParams, StructureName } from '#model/index.ts';
import { limitText } from './limitWords.ts';

/** A structure in words; null for those that say nothing in a line. */
export function structureText(structure: StructureName | undefined, value: unknown): string | null {
  if (structure === 'limits' && Array.isArray(value)) return (value as Limit[]).map(limitText).join('; ');
  if (structure === 'partnerParams' && typeof value === 'object' && value !== null) {
    return Object.entries(value as PartnerParams)
      .map(([name, each]) => `${name}: ${each}`)
      .join(', ');
  }
  return null;
}
