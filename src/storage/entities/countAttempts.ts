import { and, eq, sql } from 'drizzle-orm';
import { loginAttempts } from '../tables.ts';
import type { Connection } from './database.ts';
import { digest } from './secrets.ts';

/** The count of a throttle's key: how many in the current window, and when that ends (ISO 8601). */
export interface AttemptCount {
  attempts: number;
  resetsAt: string;
  /** The entry of the log with the count; null = there is none. */
  entry: number | null;
}

/** Counts attempts of a key, atomically; the count starts again when its window has ended. Keys are stored hashed. */
export async function countAttempts(
  connection: Connection,
  key: string,
  { now, resetsAt }: { now: string; resetsAt: string },
  times = 1,
): Promise<AttemptCount> {
  const isOver = sql`${loginAttempts.resetsAt} <= ${now}`;
  const [counted] = await connection
    .insert(loginAttempts)
    .values({ key: digest(key), attempts: times, resetsAt })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: {
        attempts: sql`case when ${isOver} then ${times}::integer else ${loginAttempts.attempts} + ${times} end`,
        resetsAt: sql`case when ${isOver} then ${resetsAt}::timestamptz else ${loginAttempts.resetsAt} end`,
        entry: sql`case when ${isOver} then null else ${loginAttempts.entry} end`,
      },
    })
    .returning({
      attempts: loginAttempts.attempts,
      resetsAt: loginAttempts.resetsAt,
      entry: loginAttempts.entry,
    });
  if (!counted) throw new Error('the attempt was not counted');
  return counted;
}

/** Reverses the count of an attempt in the window in which it was counted; a later window does not have it. */
export async function undoAttempt(connection: Connection, key: string, resetsAt: string): Promise<void> {
  await connection
    .update(loginAttempts)
    .set({ attempts: sql`greatest(${loginAttempts.attempts} - 1, 0)` })
    .where(and(eq(loginAttempts.key, digest(key)), eq(loginAttempts.resetsAt, resetsAt)));
}
