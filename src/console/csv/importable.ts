import { type Entity, isAllowed, type EntityName, type Fields, type Role } from '#model/index.ts';

/** Whether a role may bring rows of an entity in by CSV: those of an account, but for its people. */
export function canImport({ name, ownedBy, fields }: Entity<Fields, EntityName>, role: Role): boolean {
  const isInSets = ownedBy !== 'platform' && !Object.values(fields).some(({ kind }) => kind === 'secret');
  return isInSets && isAllowed(role, name, 'update');
}
