import { type Entity, type EntityName, entityList } from '#model/index.ts';
import { secretNames, secretPlaceOf } from '#model/field/secretField.ts';

/** A column of sealed secrets, by its names in PostgreSQL: `sealed_…`, null where there is no secret. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies a row, to which its secrets are bound (`SecretPlace`). */
  row: string;
  /** The entity whose rows have it; serving follows their changes. */
  entity?: EntityName;
}

const ofEntities = entityList.flatMap((entity: Entity) =>
  secretNames(entity.fields).map((field): SealedColumn => {
    const { table, column } = secretPlaceOf(entity, field, '');
    return { table, column, row: 'uid', entity: entity.name as EntityName };
  }),
);

/**
 * Every column with sealed secrets: a change of SECRET seals them again. Secrets of other columns would be lost with the
 * former SECRET.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ...ofEntities,
  { table: 'sign_in_factors', column: 'sealed_secret', row: 'id' },
  { table: 'identity_providers', column: 'sealed_client_secret', row: 'id' },
  { table: 'sessions', column: 'sealed_sign_out_url', row: 'id' },
  { table: 'waiting_changes', column: 'sealed_call', row: 'id' },
];
