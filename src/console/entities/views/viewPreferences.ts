import { localStore, sessionStore } from '../../lib/browserStorage.ts';
import type { Density } from '../../ui/table/column.ts';
import type { ColumnWidths } from '../../ui/table/DataTable.tsx';
import { filtersIn, listSearchSchema, type ListSearch } from '../list/listSearch.ts';

export const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** A user's view preferences of a list: columns, order, page size and period. */
export type ViewPreferences = Pick<ListSearch, 'sort' | 'size' | 'cols' | 'period'>;

/** Returns a user's preferences of a list, for addresses without them. */
export function readPreferences(entity: string): ViewPreferences {
  const stored = localStore.getJson(`view:${entity}`, (value) => listSearchSchema.safeParse(value).data ?? null);
  return { sort: stored?.sort, size: stored?.size, cols: stored?.cols, period: stored?.period };
}

export function storePreferences(entity: string, preferences: ViewPreferences): void {
  localStore.setJson(`view:${entity}`, preferences);
}

/** Returns the row height of all lists. */
export function readDensity(): Density {
  return densities.find((each) => each.value === localStore.get('density'))?.value ?? 'normal';
}

export function storeDensity(density: Density): void {
  localStore.set('density', density);
}

/** True when lists with figures refresh automatically. */
export function readRefresh(): boolean {
  return localStore.get('refresh') === 'on';
}

export function storeRefresh(isOn: boolean): void {
  localStore.set('refresh', isOn ? 'on' : 'off');
}

const filtersKey = (userId: number, entity: string) => `filters:${userId}:${entity}`;

/**
 * Returns the filters that a list last had in this tab, for an empty address; null when it had none. A search ends when
 * its list is left.
 */
export function readFilters(userId: number, entity: string): ListSearch | null {
  const stored = sessionStore.getJson(
    filtersKey(userId, entity),
    (value) => listSearchSchema.safeParse(value).data ?? null,
  );
  const filters = stored ? filtersIn({ ...stored, q: undefined }) : {};
  return Object.keys(filters).length > 0 ? filters : null;
}

/** Stores a list's filters for this tab. */
export function storeFilters(userId: number, entity: string, search: ListSearch): void {
  sessionStore.setJson(filtersKey(userId, entity), filtersIn(search));
}

/** Returns the column widths that the user set for a list, in CSS pixels by column. */
export function readWidths(entity: string): ColumnWidths {
  const isWidth = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number';
  return (
    localStore.getJson(`widths:${entity}`, (value) =>
      typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter(isWidth)) : null,
    ) ?? {}
  );
}

export function storeWidths(entity: string, widths: ColumnWidths): void {
  localStore.setJson(`widths:${entity}`, widths);
}
