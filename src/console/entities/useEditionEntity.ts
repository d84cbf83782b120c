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

/** An entity as a user sees it; its lists have no figures of money if that is hidden from the user. */
type PageEntity = Entity<Fields, EntityName> & { hidesMoney?: true };

/**
 * The product's edition, the account's features, and whether the user's role hides money, which decide the shown fields;
 * admins see all features.
 */
export interface FieldRights {
  edition: Edition | null;
  features: Readonly<Record<Feature, boolean>>;
  hidesMoney?: true | undefined;
}

/** The current user's field rights. */
export function useFieldRights(): FieldRights {
  const { config, type, showPostbidPix, showPostbidWh, hidesMoney } = useUser();
  const isAdmin = type === 'admin';
  return useMemo(
    () => ({
      edition: config.database,
      features: { showPostbidPix: isAdmin || showPostbidPix, showPostbidWh: isAdmin || showPostbidWh },
      hidesMoney,
    }),
    [config.database, isAdmin, showPostbidPix, showPostbidWh, hidesMoney],
  );
}

/** Restricts an entity to the fields of this edition and of the account's features. */
export function useEditionEntity(entity: PageEntity): PageEntity {
  const rights = useFieldRights();
  return useMemo(() => restrictToEdition(entity, rights), [entity, rights]);
}

/** An entity without the money that the user's role hides, for forms: rules are about all other fields. */
export function useSeenEntity(entity: PageEntity): PageEntity {
  const { hidesMoney } = useUser();
  return useMemo(
    () => (hidesMoney ? withFields(entity, ({ isMoney }) => !isMoney, { hidesMoney }) : entity),
    [entity, hidesMoney],
  );
}

/** True when the rights include the field: references are in the editions of their entity. */
export function isInEdition({ target, feature, isMoney }: Field, rights: FieldRights): boolean {
  return (
    !(isMoney && rights.hidesMoney) &&
    (target === undefined || hasPart(rights.edition, target as EntityName)) &&
    (feature === undefined || rights.features[feature])
  );
}

/** Removes the fields of other editions and features, and hidden money, from an entity, for lists, filters and bulk edits. */
export function restrictToEdition(entity: PageEntity, rights: FieldRights): PageEntity {
  return withFields(entity, (field) => isInEdition(field, rights), rights);
}

function withFields(
  entity: PageEntity,
  isIn: (field: Field) => boolean,
  { hidesMoney }: Pick<FieldRights, 'hidesMoney'>,
): PageEntity {
  const all = Object.entries(entity.fields);
  const fields = all.filter(([, field]) => isIn(field));
  if (fields.length === all.length && !hidesMoney) return entity;
  return { ...entity, fields: Object.fromEntries(fields), ...(hidesMoney ? { hidesMoney } : {}) };
}
