import { useMemo } from 'react';
import type { Edition, Entity, EntityName, Field, Fields } from '#model/index.ts';
import { useUser } from '../frame/session.ts';

type PageEntity = Entity<Fields, EntityName>;

/** An entity with the fields that this edition of the product has. */
export function useEditionEntity(entity: PageEntity): PageEntity {
  const { database } = useUser().config;
  return useMemo(() => ofEdition(entity, database), [entity, database]);
}

/** Whether an edition has a field. */
export function isInEdition(field: Field, edition: Edition | null): boolean {
  return field.edition === undefined || field.edition === edition;
}

/** The entity without the fields of other editions, for lists, filters and bulk edits. */
export function ofEdition(entity: PageEntity, edition: Edition | null): PageEntity {
  const all = Object.entries(entity.fields);
  const fields = all.filter(([, field]) => isInEdition(field, edition));
  return fields.length === all.length ? entity : { ...entity, fields: Object.fromEntries(fields) };
}
