import { type Entity, type EntityName, type Fields, mayDo, type RightsHolder } from '#model/index.ts';

/** Whether a user may bring rows of an entity in by CSV: those of an account, but for its people. */
export function canImport({ name, ownedBy, fields }: Entity<Fields, EntityName>, user: RightsHolder): boolean {
  const isInSets = ownedBy !== 'platform' && !Object.values(fields).some(({ kind }) => kind === 'secret');
  return isInSets && mayDo(user, name, 'update');
}
