import { eq } from 'drizzle-orm';
import { changes, loginAttempts } from '../tables.ts';
import type { Author, NewEntry } from '../entities/changeLog.ts';
import { type AttemptWindow, countAttempts } from './countAttempts.ts';
import type { Database } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';

/**
 * Counts a failed sign-in in the log: the first of a key in its window adds an entry, whose `attempts` field later ones
 * increment. Returns the count.
 */
export function recordFailure(
  db: Database,
  author: Author,
  entry: NewEntry,
  { key, ...window }: AttemptWindow & { key: string },
): Promise<number> {
  return db.transaction(async (transaction) => {
    const counted = await countAttempts(transaction, key, window);
    const fields = [{ field: 'attempts', from: null, to: counted.attempts }];
    if (counted.entry !== null) {
      await transaction.update(changes).set({ fields }).where(eq(changes.id, counted.entry));
      return counted.attempts;
    }
    const { id: _id, revertOf: _revertOf, batch: _batch, ...values } = entry;
    const [written] = await transaction
      .insert(changes)
      .values({ ...values, ...author, fields })
      .returning({ id: changes.id });
    if (!written) throw new Error('the entry was not stored');
    await transaction
      .update(loginAttempts)
      .set({ entry: written.id })
      .where(eq(loginAttempts.key, digest(key)));
    return counted.attempts;
  });
}
