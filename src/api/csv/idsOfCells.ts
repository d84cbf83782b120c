import type { NamedRow } from '#storage/entities/readRows.ts';
import { groupBy } from '../configAsCode/groupBy.ts';

/** The object that a cell names, by its name or id; `ambiguous` where several have the name, null where none has. */
export type IdOfCell = (cell: string) => number | 'ambiguous' | null;

/** Finds objects by what cells say of them. */
export function idsOfCells(named: readonly NamedRow[]): IdOfCell {
  const ids = new Set(named.map(({ id }) => id));
  const byName = groupBy(named, ({ name }) => name.trim().toLowerCase());
  return (cell) => {
    const [only, ...others] = byName.get(cell.toLowerCase()) ?? [];
    if (only) return others.length > 0 ? 'ambiguous' : only.id;
    return /^\d{1,9}$/.test(cell) && ids.has(Number(cell)) ? Number(cell) : null;
  };
}
