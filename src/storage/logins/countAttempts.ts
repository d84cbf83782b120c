import { and, eq, sql } from 'drizzle-orm';
import { loginAttempts } from '../tables.ts';
import type { Connection } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';

/** The count of a throttle's key in the current window, and the end of the window (ISO 8601). */
export interface AttemptCount {
  attempts: number;
  resetsAt: string;
  /** The log entry with the count; null = none. */
  entry: number | null;
}

/** The time in which attempts are counted together, if none is under way: it starts with this one. */
export interface AttemptWindow {
  now: Date;
  windowMs: number;
}

/** Counts attempts of a key, atomically; the count restarts when its window has ended. Keys are stored hashed. */
export async function countAttempts(
  connection: Connection,
  key: string,
  { now, windowMs }: AttemptWindow,
  times = 1,
): Promise<AttemptCount> {
  const resetsAt = new Date(now.getTime() + windowMs).toISOString();
  const isOver = sql`${loginAttempts.resetsAt} <= ${now.toISOString()}`;
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

/** Reverses an attempt in the window in which it was counted; a later window does not include it. */
export async function undoAttempt(connection: Connection, key: string, resetsAt: string): Promise<void> {
  await connection
    .update(loginAttempts)
    .set({ attempts: sql`greatest(${loginAttempts.attempts} - 1, 0)` })
    .where(and(eq(loginAttempts.key, digest(key)), eq(loginAttempts.resetsAt, resetsAt)));
}
