import { desc, eq, lt, sql } from 'drizzle-orm';
import type { DeliveryState } from '#model/schedules/runs.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { type MailClaim, type MailClaims, openMailClaims } from '../schedules/mailClaims.ts';
import { tableOf } from '../tableOf.ts';
import { dailyMails } from './dailyMailTables.ts';

/** A due time of a user's daily mail. */
export interface DueDailyMail {
  userId: number;
  /** The day on which it is due, in the user's time zone (YYYY-MM-DD). */
  day: string;
  /** ISO 8601. */
  dueAt: string;
}

/** A daily mail that a process has claimed. */
export interface ClaimedDailyMail extends MailClaim, DueDailyMail {
  /** Whether the user still wants it. */
  isWanted: boolean;
}

/** The state of a user's last daily mail. */
export interface LastDailyMail {
  day: string;
  state: DeliveryState;
  error: string | null;
}

/** The daily mails. Times are ISO 8601. */
export interface DailyMailQueue extends MailClaims<ClaimedDailyMail> {
  /** Queues due mails; those that were queued or skipped before are ignored. */
  add(due: readonly DueDailyMail[]): Promise<void>;
  /** Sends no mail for a due time that has passed; one that was queued before is not changed. */
  skip(due: DueDailyMail, reason: string, now: string): Promise<void>;
  /** The last mail of a user; null when there was none. */
  lastOf(userId: number): Promise<LastDailyMail | null>;
  /** Prunes mails that were due before. */
  prune(before: string): Promise<number>;
}

/** Rows per statement, which takes at most 65,535 parameters. */
const batchSize = 5000;

export function openDailyMails(db: Database): DailyMailQueue {
  const users = tableOf('user');
  return {
    ...openMailClaims(db, dailyMails, async (claim) => {
      const [row] = await db
        .select({
          userId: dailyMails.userId,
          day: dailyMails.day,
          dueAt: dailyMails.dueAt,
          isWanted: sql<boolean>`${columnNamed(users, 'dailyMail')}`,
        })
        .from(dailyMails)
        .innerJoin(users.table, eq(columnNamed(users, 'id'), dailyMails.userId))
        .where(eq(dailyMails.id, claim.id));
      if (!row) throw new Error('a mail was deleted while it was claimed');
      return { ...claim, ...row };
    }),
    async add(due) {
      for (let start = 0; start < due.length; start += batchSize) {
        const rows = due.slice(start, start + batchSize);
        await db
          .insert(dailyMails)
          .values(rows.map((row) => ({ ...row, state: 'waiting', nextAt: row.dueAt })))
          .onConflictDoNothing();
      }
    },
    async skip(due, reason, now) {
      await db
        .insert(dailyMails)
        .values({ ...due, state: 'stopped', error: reason, endedAt: now })
        .onConflictDoNothing();
    },
    async lastOf(userId) {
      const [row] = await db
        .select({ day: dailyMails.day, state: sql<DeliveryState>`${dailyMails.state}`, error: dailyMails.error })
        .from(dailyMails)
        .where(eq(dailyMails.userId, userId))
        .orderBy(desc(dailyMails.day))
        .limit(1);
      return row ?? null;
    },
    async prune(before) {
      const pruned = await db.delete(dailyMails).where(lt(dailyMails.dueAt, before));
      return pruned.rowCount ?? 0;
    },
  };
}
