import type { RowGroup } from '#api/entities/groupContract.ts';
import type { Sort } from '../../ui/table/column.ts';
import type { EntityRow } from '../useEntity.ts';
import { maxGroupedRows } from './maxGroupedRows.ts';

/** A row of a grouped list that stands for a group, or for those of its rows that are not loaded. */
export interface GroupRow {
  /** Negative, so that no row of the entity has it. */
  id: number;
  group: RowGroup;
  isMore: boolean;
}

/** True for rows that stand for a group. */
export function isGroupRow(row: EntityRow | GroupRow): row is GroupRow {
  return 'group' in row && row.id < 0;
}

/**
 * The rows of a grouped list: each group, followed by its loaded rows when it is open, and by a row for the others.
 * Groups follow the order of the list where that is by a figure or the name; groups without the figure come last.
 * `isLoaded`: whether the rows are those of all open groups; while they load, earlier rows are shown.
 */
export function groupRowsOf(
  groups: readonly RowGroup[],
  rows: readonly EntityRow[],
  {
    opened,
    isLoaded,
    sort,
    groupOf,
  }: { opened: readonly string[]; isLoaded: boolean; sort: Sort | null; groupOf: (row: EntityRow) => string },
): (EntityRow | GroupRow)[] {
  const byGroup = new Map<string, EntityRow[]>();
  for (const row of rows) {
    const members = byGroup.get(groupOf(row));
    if (members) members.push(row);
    else byGroup.set(groupOf(row), [row]);
  }
  return sortedGroups(groups, sort).flatMap((group, index) => {
    const head: GroupRow = { id: -2 * index - 1, group, isMore: false };
    if (!opened.includes(group.value)) return [head];
    const members = byGroup.get(group.value) ?? [];
    // Of earlier rows, only a full page shows that a group has more.
    const isKnown = isLoaded || (members.length > 0 && rows.length >= maxGroupedRows);
    const hasMore = isKnown && members.length < group.count;
    return [head, ...members, ...(hasMore ? [{ id: -2 * index - 2, group, isMore: true }] : [])];
  });
}

function sortedGroups(groups: readonly RowGroup[], sort: Sort | null): readonly RowGroup[] {
  if (!sort) return groups;
  const { id, direction } = sort;
  if (id === 'name') return direction === 'asc' ? groups : groups.toReversed();
  if (!groups.some(({ metrics }) => metrics?.[id] !== undefined)) return groups;
  const valueOf = ({ metrics }: RowGroup) => {
    const value = metrics?.[id];
    return value === undefined || value === null ? null : Number(value);
  };
  const sign = direction === 'asc' ? 1 : -1;
  return groups.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (a - b) * sign;
  });
}
