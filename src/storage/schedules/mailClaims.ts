import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../entities/database.ts';

/** A mail that a process has claimed. */
export interface MailClaim {
  id: number;
  runner: string;
  /** Number of attempts, including this one. */
  attempts: number;
}

/** The outcome of an attempt to send. */
export type MailEnd =
  | { state: 'sent' }
  | { state: 'waiting'; error: string; nextAt: string }
  | { state: 'failed' | 'stopped' | 'unknown'; error: string };

/** A queue of mails that several processes send, each of them once. Times are ISO 8601. */
export interface MailClaims<Mail extends MailClaim> {
  /** Claims the mail that has waited longest; null when none is due. */
  claimNext(runner: string, now: string): Promise<Mail | null>;
  /**
   * Records that the mail is about to be handed to the mail server: from now on it is never automatically sent again.
   * False when this process no longer owns it.
   */
  startHandoff(mail: MailClaim, now: string): Promise<boolean>;
  end(mail: MailClaim, end: MailEnd, now: string): Promise<void>;
  /** Requeues a mail that was not handed over, as if it had not been claimed, to be sent later. */
  release(mail: MailClaim, nextAt: string): Promise<void>;
  /** Mails that processes claimed before and never completed: they are requeued, or their arrival is unknown. */
  requeueLost(before: string, now: string): Promise<void>;
}

const lostWords = 'Sending was interrupted. It is unknown whether the email arrived, and it is not sent again';

/** Opens the queue of a table that has mailColumns(). `read` adds the contents to a claim. */
export function openMailClaims<Mail extends MailClaim>(
  db: Database,
  table: PgTable,
  read: (claim: MailClaim) => Promise<Mail>,
): MailClaims<Mail> {
  const mails = sql.identifier(getTableName(table));
  // A process may claim a mail again that it lost: with another number of attempts.
  const taken = ({ id, runner, attempts }: MailClaim) =>
    sql`id = ${id} and state = 'sending' and runner = ${runner} and attempts = ${attempts}`;
  return {
    async claimNext(runner, now) {
      const { rows } = await db.execute<{ id: number; attempts: number }>(sql`
        update ${mails} set state = 'sending', runner = ${runner}, attempts = attempts + 1,
          taken_at = ${now}::timestamptz, handed_at = null
        where id = (
          select id from ${mails}
          where state = 'waiting' and next_at <= ${now}::timestamptz
          order by next_at, id limit 1
          for update skip locked
        )
        returning id, attempts`);
      const [row] = rows;
      return row ? read({ ...row, runner }) : null;
    },
    async startHandoff(mail, now) {
      const { rows } = await db.execute(
        sql`update ${mails} set handed_at = ${now}::timestamptz where ${taken(mail)} returning id`,
      );
      return rows.length > 0;
    },
    async end(mail, end, now) {
      const isOver = end.state !== 'waiting';
      await db.execute(sql`
        update ${mails} set
          state = ${end.state},
          error = ${end.state === 'sent' ? null : end.error},
          next_at = ${end.state === 'waiting' ? end.nextAt : null}::timestamptz,
          ended_at = ${isOver ? now : null}::timestamptz,
          runner = null
        where ${taken(mail)}`);
    },
    async release(mail, nextAt) {
      await db.execute(sql`
        update ${mails} set
          state = 'waiting', runner = null, attempts = ${mail.attempts - 1}, next_at = ${nextAt}::timestamptz
        where ${taken(mail)} and handed_at is null`);
    },
    async requeueLost(before, now) {
      await db.execute(sql`
        update ${mails} set
          state = case when handed_at is null then 'waiting' else 'unknown' end,
          error = case when handed_at is null then error else ${lostWords} end,
          ended_at = case when handed_at is null then null else ${now}::timestamptz end,
          next_at = case when handed_at is null then next_at end,
          runner = null
        where state = 'sending' and taken_at < ${before}::timestamptz`);
    },
  };
}
