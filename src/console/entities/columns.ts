import type { Entity, Field } from '#model/index.ts';

/** A column of an entity's list. Fields the server keeps beside the definition come as instants and the id. */
export interface ListColumn {
  name: string;
  label: string;
  field: Field;
  isShownAtFirst: boolean;
}

const beside: readonly ListColumn[] = (
  [
    ['updatedAt', 'Changed', true],
    ['createdAt', 'Created', false],
  ] as const
).map(([name, label, isShownAtFirst]) => ({
  name,
  label,
  isShownAtFirst,
  field: { kind: 'instant', label } as Field,
}));

const idColumn: ListColumn = {
  name: 'id',
  label: 'ID',
  isShownAtFirst: false,
  field: { kind: 'uid', label: 'ID' } as Field,
};

/** Whose a row of a shared list is. */
const ownerColumn: ListColumn = {
  name: 'demandId',
  label: 'Owner',
  isShownAtFirst: true,
  field: { kind: 'reference', label: 'Owner', target: 'demand' } as Field,
};

/** Every column that a list of the entity can show, in order: status and name first, then the definition's order. */
export function columnsOf(entity: Entity): ListColumn[] {
  const columns = Object.entries(entity.fields)
    .filter(([, field]) => field.column !== 'none')
    .map(([name, field]): ListColumn => {
      return { name, label: field.label, field, isShownAtFirst: field.column !== 'optional' };
    });
  const leading = ['status', 'name'];
  const rank = (column: ListColumn) => (leading.includes(column.name) ? leading.indexOf(column.name) : leading.length);
  const sorted = columns.map((column, index) => ({ column, index }));
  sorted.sort((a, b) => rank(a.column) - rank(b.column) || a.index - b.index);
  const [first, second, ...rest] = sorted.map((each) => each.column);
  const owner = entity.ownedBy === 'shared' ? [ownerColumn] : [];
  return [first, second, idColumn, ...owner, ...rest, ...beside].filter((column) => column !== undefined);
}

/** The columns to show: those named and known, the name always among them; else those shown at first. */
export function shownColumns(columns: readonly ListColumn[], names: string | undefined): ListColumn[] {
  const asked = names?.split(',') ?? [];
  const isAsked = columns.some((column) => asked.includes(column.name));
  return columns.filter(
    (column) => column.name === 'name' || (isAsked ? asked.includes(column.name) : column.isShownAtFirst),
  );
}

/** The names of the columns after one was shown or hidden; undefined when they are those shown at first. */
export function toggledColumns(
  columns: readonly ListColumn[],
  names: string | undefined,
  toggled: string,
): string | undefined {
  const shown = shownColumns(columns, names).map((column) => column.name);
  const next = columns
    .map((column) => column.name)
    .filter((name) => (name === toggled ? !shown.includes(name) : shown.includes(name)));
  const first = columns
    .filter((column) => column.isShownAtFirst || column.name === 'name')
    .map((column) => column.name);
  return next.join() === first.join() ? undefined : next.join();
}
