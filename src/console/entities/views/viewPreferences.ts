import { localStore, sessionStore } from '../../lib/browserStorage.ts';
import type { Density } from '../../ui/table/column.ts';
import type { ColumnWidths } from '../../ui/table/DataTable.tsx';
import { filtersIn, listSearchSchema, type ListSearch } from '../list/listSearch.ts';

/** The choices of row height. */
export const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** How a reader looks at a list, whatever its rows. */
export type ViewPreferences = Pick<ListSearch, 'sort' | 'size' | 'cols' | 'period'>;

/** How the reader last looked at a list, for addresses that do not say. */
export function readPreferences(entity: string): ViewPreferences {
  const stored = localStore.getJson(`view:${entity}`, (value) => listSearchSchema.safeParse(value).data ?? null);
  return { sort: stored?.sort, size: stored?.size, cols: stored?.cols, period: stored?.period };
}

/** Remembers how the reader looks at a list. */
export function storePreferences(entity: string, preferences: ViewPreferences): void {
  localStore.setJson(`view:${entity}`, preferences);
}

/** The row height that the reader chose for all lists. */
export function readDensity(): Density {
  return densities.find((each) => each.value === localStore.get('density'))?.value ?? 'normal';
}

/** Remembers the row height. */
export function storeDensity(density: Density): void {
  localStore.set('density', density);
}

/** Whether the reader lets lists with figures refresh by themselves. */
export function readRefresh(): boolean {
  return localStore.get('refresh') === 'on';
}

/** Remembers whether lists refresh by themselves. */
export function storeRefresh(isOn: boolean): void {
  localStore.set('refresh', isOn ? 'on' : 'off');
}

const filtersKey = (userId: number, entity: string) => `filters:${userId}:${entity}`;

/** How a reader last narrowed a list in this tab, for an address that says nothing at all; null when not at all. */
export function readFilters(userId: number, entity: string): ListSearch | null {
  const stored = sessionStore.getJson(
    filtersKey(userId, entity),
    (value) => listSearchSchema.safeParse(value).data ?? null,
  );
  const filters = stored ? filtersIn(stored) : {};
  return Object.keys(filters).length > 0 ? filters : null;
}

/** Remembers how a reader narrowed a list. */
export function storeFilters(userId: number, entity: string, search: ListSearch): void {
  sessionStore.setJson(filtersKey(userId, entity), filtersIn(search));
}

/** The column widths that the reader chose for a list, in CSS pixels by column. */
export function readWidths(entity: string): ColumnWidths {
  const isWidth = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number';
  return (
    localStore.getJson(`widths:${entity}`, (value) =>
      typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter(isWidth)) : null,
    ) ?? {}
  );
}

/** Remembers the column widths of a list. */
export function storeWidths(entity: string, widths: ColumnWidths): void {
  localStore.setJson(`widths:${entity}`, widths);
}
