import type { Entity } from '#model/index.ts';
import { type Author, type NewEntry, recordChanges } from './changeLog.ts';
import type { Transaction } from './database.ts';
import { publishChanges } from './publishChanges.ts';
import type { Change } from './change.ts';

/** What a transaction has still to tell: the log what was done, and serving what is now. */
export interface WriteEffects {
  entries: NewEntry[];
  published: { entity: Entity; change: Change }[];
}

/** Nothing to tell yet. */
export function noEffects(): WriteEffects {
  return { entries: [], published: [] };
}

/** Tells everything, as the last act of the transaction: publishing holds a lock that every other writer needs. */
export async function flushEffects(
  transaction: Transaction,
  author: Author,
  { entries, published }: WriteEffects,
): Promise<void> {
  await recordChanges(transaction, author, entries);
  const byEntity = new Map<Entity, Change[]>();
  for (const { entity, change } of published) {
    const changes = byEntity.get(entity);
    if (changes) changes.push(change);
    else byEntity.set(entity, [change]);
  }
  for (const [entity, changes] of byEntity) await publishChanges(transaction, entity, changes);
}
