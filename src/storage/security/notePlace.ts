import { and, gt, inArray } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';
import { loginAttempts } from '../tables.ts';

/** A place from which a user or token acts. Times are ISO 8601. */
export interface PlaceOfUse {
  /** Who acts: 'user 12', 'token of account 3'. */
  owner: string;
  /** A country or network. */
  place: string;
  now: string;
  /** Until when it is known. */
  until: string;
}

/** Notes a place. Returns whether it is new: not known, while another one is. */
export async function notePlace(db: Database, { owner, place, now, until }: PlaceOfUse): Promise<boolean> {
  const [here, anywhere] = [place, 'any place'].map((each) => digest(`${owner} acted from ${each}`));
  if (here === undefined || anywhere === undefined) throw new Error('a place has no key');
  return db.transaction(async (transaction) => {
    const known = await transaction
      .select({ key: loginAttempts.key })
      .from(loginAttempts)
      .where(and(inArray(loginAttempts.key, [here, anywhere]), gt(loginAttempts.resetsAt, now)));
    for (const key of [here, anywhere])
      await transaction
        .insert(loginAttempts)
        .values({ key, attempts: 0, resetsAt: until })
        .onConflictDoUpdate({ target: loginAttempts.key, set: { resetsAt: until } });
    return known.length === 1 && known[0]?.key === anywhere;
  });
}
