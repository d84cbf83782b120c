import { useMemo } from 'react';
import type { Edition, Entity, EntityName, Fields } from '#model/index.ts';
import { useUser } from '../frame/session.ts';

type PageEntity = Entity<Fields, EntityName>;

/** An entity with the fields that this edition of the product has. */
export function useEditionEntity(entity: PageEntity): PageEntity {
  const { database } = useUser().config;
  return useMemo(() => ofEdition(entity, database), [entity, database]);
}

/** The entity without the fields of other editions: in lists, filters, forms and bulk edits alike. */
export function ofEdition(entity: PageEntity, edition: Edition | null): PageEntity {
  const all = Object.entries(entity.fields);
  const fields = all.filter(([, field]) => field.edition === undefined || field.edition === edition);
  return fields.length === all.length ? entity : { ...entity, fields: Object.fromEntries(fields) };
}
