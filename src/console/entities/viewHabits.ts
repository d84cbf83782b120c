import { localStore } from '../lib/browserStorage.ts';
import type { Density } from '../ui/column.ts';
import { listSearchSchema, type ListSearch } from './listSearch.ts';

/** The choices of row height. */
export const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** How a reader looks at a list, whatever its rows. */
export type Habits = Pick<ListSearch, 'sort' | 'size' | 'cols'>;

/** How the reader last looked at a list, for addresses that do not say. */
export function readHabits(entity: string): Habits {
  const kept = localStore.getJson(`view:${entity}`, (value) => listSearchSchema.safeParse(value).data ?? null);
  return { sort: kept?.sort, size: kept?.size, cols: kept?.cols };
}

/** Remembers how the reader looks at a list. */
export function keepHabits(entity: string, habits: Habits): void {
  localStore.setJson(`view:${entity}`, habits);
}

/** The row height that the reader chose for all lists. */
export function readDensity(): Density {
  return densities.find((each) => each.value === localStore.get('density'))?.value ?? 'normal';
}

/** Remembers the row height. */
export function keepDensity(density: Density): void {
  localStore.set('density', density);
}
