import { asc, eq, gte, lte, sql } from 'drizzle-orm';
import { systemAuthor } from '../entities/changeLog.ts';
import type { Database } from '../entities/database.ts';
import { lockChain, recordSecurityEvents } from './recordSecurityEvents.ts';
import { securityChain, securityEvents } from './securityTables.ts';

/** Time that events are stored beyond their retention, so that they are pruned once a day. */
const graceMs = 86_400_000;

/**
 * Deletes the oldest events up to the last one before a time (ISO 8601) and records which ones, in one transaction, if
 * the oldest is a day older than that. Returns their number.
 */
export async function pruneEvents(db: Database, before: string): Promise<number> {
  const [oldest] = await db.select().from(securityEvents).orderBy(asc(securityEvents.seq)).limit(1);
  const isDue = oldest !== undefined && Date.parse(oldest.at) < Date.parse(before) - graceMs;
  if (!isDue) return 0;
  return db.transaction(async (transaction) => {
    const head = await lockChain(transaction);
    const [first] = await transaction
      .select({ seq: securityEvents.seq })
      .from(securityEvents)
      .where(gte(securityEvents.at, before))
      .orderBy(asc(securityEvents.seq))
      .limit(1);
    const lastSeq = (first?.seq ?? head.seq + 1) - 1;
    const count = lastSeq - head.prunedSeq;
    const [last] = await transaction.select().from(securityEvents).where(eq(securityEvents.seq, lastSeq));
    // Another process has pruned them, or the event that would name them is gone: nothing may close that gap.
    if (count <= 0 || !last) return 0;
    const { hash: lastHash, at: lastAt } = last;
    await recordSecurityEvents(transaction, systemAuthor, [
      { type: 'logPruned', demandId: null, details: { lastSeq, lastHash, lastAt, count } },
    ]);
    await transaction.delete(securityEvents).where(lte(securityEvents.seq, lastSeq));
    await transaction.update(securityChain).set({
      prunedSeq: lastSeq,
      prunedHash: lastHash,
      // A round that has not come that far begins again.
      checkedSeq: sql`case when ${securityChain.checkedSeq} < ${lastSeq} then 0 else ${securityChain.checkedSeq} end`,
    });
    return count;
  });
}
