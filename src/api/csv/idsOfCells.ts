import type { NamedRow } from '#storage/entities/readRows.ts';
import { groupBy } from '../configAsCode/groupBy.ts';

/** Finds the object that a cell names, by name or id; `ambiguous` when several have the name, null when none has. */
export type IdOfCell = (cell: string) => number | 'ambiguous' | null;

/** Builds a lookup of objects by the name or id in cells. */
export function idsOfCells(named: readonly NamedRow[]): IdOfCell {
  const ids = new Set(named.map(({ id }) => id));
  const byName = groupBy(named, ({ name }) => name.trim().toLowerCase());
  return (cell) => {
    const [only, ...others] = byName.get(cell.toLowerCase()) ?? [];
    if (only) return others.length > 0 ? 'ambiguous' : only.id;
    return /^\d{1,9}$/.test(cell) && ids.has(Number(cell)) ? Number(cell) : null;
  };
}
