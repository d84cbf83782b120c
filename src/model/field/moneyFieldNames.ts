import { entityList } from '../entity/entities.ts';
import type { Entity } from '../entity/entity.ts';

/** Names of all fields that are money. No other field has one of these names. */
export const moneyFieldNames: ReadonlySet<string> = new Set(
  entityList.flatMap(({ fields }: Pick<Entity, 'fields'>) =>
    Object.entries(fields).flatMap(([name, { isMoney }]) => (isMoney ? [name] : [])),
  ),
);
