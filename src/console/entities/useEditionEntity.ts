import { useMemo } from 'react';
import {
  hasPart,
  type Edition,
  type Entity,
  type EntityName,
  type Feature,
  type Field,
  type Fields,
} from '#model/index.ts';
import { useUser } from '../frame/session.ts';

type PageEntity = Entity<Fields, EntityName>;

/** The product's edition and the account's features, which decide the shown fields; admins see all features. */
export interface FieldRights {
  edition: Edition | null;
  features: Readonly<Record<Feature, boolean>>;
}

/** The current user's field rights. */
export function useFieldRights(): FieldRights {
  const { config, type, showPostbidPix, showPostbidWh } = useUser();
  const isAdmin = type === 'admin';
  return useMemo(
    () => ({
      edition: config.database,
      features: { showPostbidPix: isAdmin || showPostbidPix, showPostbidWh: isAdmin || showPostbidWh },
    }),
    [config.database, isAdmin, showPostbidPix, showPostbidWh],
  );
}

/** Restricts an entity to the fields of this edition and of the account's features. */
export function useEditionEntity(entity: PageEntity): PageEntity {
  const rights = useFieldRights();
  return useMemo(() => restrictToEdition(entity, rights), [entity, rights]);
}

/** True when the rights include the field: references are in the editions of their entity. */
export function isInEdition({ target, feature }: Field, rights: FieldRights): boolean {
  return (
    (target === undefined || hasPart(rights.edition, target as EntityName)) &&
    (feature === undefined || rights.features[feature])
  );
}

/** Removes the fields of other editions and features from an entity, for lists, filters and bulk edits. */
export function restrictToEdition(entity: PageEntity, rights: FieldRights): PageEntity {
  const all = Object.entries(entity.fields);
  const fields = all.filter(([, field]) => isInEdition(field, rights));
  return fields.length === all.length ? entity : { ...entity, fields: Object.fromEntries(fields) };
}
