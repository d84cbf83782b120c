import type { Entity } from '#model/index.ts';
import { endAccess } from '../logins/endAccess.ts';
import { type Author, type NewEntry, recordChanges } from './changeLog.ts';
import type { Transaction } from './database.ts';
import { publishChanges } from './publishChanges.ts';
import type { Change } from './change.ts';

/** Pending effects of a transaction: log entries, and changes to publish to serving. */
export interface WriteEffects {
  entries: NewEntry[];
  published: { entity: Entity; change: Change }[];
}

export function noEffects(): WriteEffects {
  return { entries: [], published: [] };
}

/**
 * Ends the sessions that changes of users end, writes the log and publishes to serving, as the last step of the transaction: publishing takes a lock that every
 * other writer needs.
 */
export async function flushEffects(
  transaction: Transaction,
  author: Author,
  { entries, published }: WriteEffects,
): Promise<void> {
  await endAccess(transaction, entries);
  await recordChanges(transaction, author, entries);
  const byEntity = new Map<Entity, Change[]>();
  for (const { entity, change } of published) {
    const changes = byEntity.get(entity);
    if (changes) changes.push(change);
    else byEntity.set(entity, [change]);
  }
  for (const [entity, changes] of byEntity) await publishChanges(transaction, entity, changes);
}
