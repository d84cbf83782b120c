import { integer, text } from 'drizzle-orm/pg-core';
import { instant } from '../entities/columnOf.ts';

/** The columns of a mail in a queue, as openMailClaims() reads and writes them. */
export const mailColumns = () => ({
  /** waiting, sending, sent, failed, stopped or unknown. */
  state: text('state').notNull(),
  error: text('error'),
  attempts: integer('attempts').notNull().default(0),
  /** Time of the next attempt. */
  nextAt: instant('next_at'),
  /** The process that sends it, since when, and when it started to hand the mail over. */
  runner: text('runner'),
  takenAt: instant('taken_at'),
  handedAt: instant('handed_at'),
  endedAt: instant('ended_at'),
});
