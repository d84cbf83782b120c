import type { FilterValue } from './list/listFilters.ts';

/** Presets the advertiser or sub-publisher of a new row when the list is filtered to exactly one. */
export function presetOf(filters: Record<string, FilterValue[]>): Record<string, unknown> {
  const single = Object.entries(filters).filter(([, [id, ...others]]) => typeof id === 'number' && others.length === 0);
  return Object.fromEntries(single.map(([name, [id]]) => [name, id]));
}
