import { type Entity, type EntityName, type Fields, mayDo, type RightsHolder } from '#model/index.ts';

/** True when a user may import rows of an entity from CSV: entities owned by accounts and without secret fields. */
export function canImport({ name, ownedBy, fields }: Entity<Fields, EntityName>, user: RightsHolder): boolean {
  const isInSets = ownedBy !== 'platform' && !Object.values(fields).some(({ kind }) => kind === 'secret');
  return isInSets && mayDo(user, name, 'update');
}
