import { useMemo } from 'react';
import type { Edition, Entity, EntityName, Feature, Field, Fields } from '#model/index.ts';
import { useUser } from '../frame/session.ts';

type PageEntity = Entity<Fields, EntityName>;

/** What decides which fields somebody is shown: the edition of the product, and what the account has; admins see all of it. */
export interface FieldRights {
  edition: Edition | null;
  features: Readonly<Record<Feature, boolean>>;
}

/** The fields that the user is shown. */
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

/** An entity with the fields that this edition of the product and the user's account have. */
export function useEditionEntity(entity: PageEntity): PageEntity {
  const rights = useFieldRights();
  return useMemo(() => restrictToEdition(entity, rights), [entity, rights]);
}

/** Whether a field is there for somebody. */
export function isInEdition({ edition, feature }: Field, rights: FieldRights): boolean {
  return (edition === undefined || edition === rights.edition) && (feature === undefined || rights.features[feature]);
}

/** The entity without the fields of other editions and features, for lists, filters and bulk edits. */
export function restrictToEdition(entity: PageEntity, rights: FieldRights): PageEntity {
  const all = Object.entries(entity.fields);
  const fields = all.filter(([, field]) => isInEdition(field, rights));
  return fields.length === all.length ? entity : { ...entity, fields: Object.fromEntries(fields) };
}
