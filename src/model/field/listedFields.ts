import type { Entity } from '../entity/entity.ts';
import type { Field, FieldKind } from './fields.ts';

/** Kinds of field that can be large: one page of them could hold hundreds of megabytes. */
const largeKinds: readonly FieldKind[] = ['xml', 'texts', 'structure'];

/** Whether lists give a field: secrets never, and of those that can be large the ones that have a column. */
export function isListed({ kind, column }: Field): boolean {
  return kind !== 'secret' && !(largeKinds.includes(kind) && column === 'none');
}

/** What lists of an entity can be sorted by. */
export function sortableNames(entity: Entity): string[] {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => isListed(field) && !largeKinds.includes(field.kind),
  );
  return ['id', 'createdAt', 'updatedAt', ...fields.map(([name]) => name)];
}
