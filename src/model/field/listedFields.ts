import { seesMoney } from '../account/capabilities.ts';
import type { Entity } from '../entity/entity.ts';
import type { Reader } from '../entity/permissions.ts';
import type { Field, FieldKind } from './fields.ts';

/** Kinds of fields whose values can be large: one page of them could reach hundreds of megabytes. */
const largeKinds: readonly FieldKind[] = ['xml', 'texts', 'structure'];

/** The fields of an entity that a user sees: without money where its role hides it. */
export function seenFields(
  { fields }: Pick<Entity, 'fields'>,
  user: Pick<Reader, 'hidesMoney'>,
): Record<string, Field> {
  if (seesMoney(user)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, { isMoney }]) => !isMoney));
}

/** Whether lists include a field: never secrets, and large kinds only if they have a column. */
export function isListed({ kind, column, isSecret }: Field): boolean {
  return !isSecret && !(largeKinds.includes(kind) && column === 'none');
}

/** Names of the fields by which lists of an entity can be sorted. */
export function sortableNames(entity: Entity): string[] {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => isListed(field) && !largeKinds.includes(field.kind),
  );
  return ['id', 'createdAt', 'updatedAt', ...fields.map(([name]) => name)];
}
