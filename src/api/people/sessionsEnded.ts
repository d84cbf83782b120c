import type { UserRow } from '#model/index.ts';
import type { NewSecurityEvent } from '#storage/security/recordSecurityEvents.ts';

/** The security event of someone who ended sessions of a user, which an entity lists. */
export function sessionsEnded(
  entity: string,
  { id, name, demandId }: Pick<UserRow, 'id' | 'name' | 'demandId'>,
): NewSecurityEvent {
  return { type: 'sessionsEnded', demandId, subject: { entity, id, name } };
}
