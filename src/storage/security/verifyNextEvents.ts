import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { type ChainFault, type ChainLink, findChainFault } from './findChainFault.ts';
import { securityChain, securityEvents } from './securityTables.ts';

/** Events that are verified at a time: some 20 ms of work. */
const eventsPerStep = 1000;

type Chain = typeof securityChain.$inferSelect;

/** Verifies the whole chain at once. Returns its last event, and the first fault. */
export async function verifyChain(db: Database): Promise<{ seq: number; fault: ChainFault | null }> {
  for (;;) {
    const chain = await readChain(db);
    if (!chain) return { seq: 0, fault: null };
    const fault = await findFault(db, chain);
    const isPruned = fault !== null && (await readChain(db))?.prunedSeq !== chain.prunedSeq;
    if (!isPruned) return { seq: chain.seq, fault };
  }
}

async function findFault(db: Database, chain: Chain): Promise<ChainFault | null> {
  const unexplained = await findUnexplained(db);
  if (unexplained) return unexplained;
  let after: ChainLink = { seq: chain.prunedSeq, hash: chain.prunedHash };
  for (;;) {
    const { fault, last, isEnd } = await verifyStep(db, chain, after);
    if (fault || isEnd) return fault;
    after = last;
  }
}

/**
 * Verifies the next events of the round in progress. A round ends at the end of the log or at the first fault, and the
 * next one begins at the oldest event. Several processes may do so: of two that verify the same events, one counts.
 */
export async function verifyNextEvents(db: Database): Promise<void> {
  const chain = await readChain(db);
  if (!chain) return;
  const isBegin = chain.checkedSeq <= chain.prunedSeq;
  const unexplained = isBegin ? await findUnexplained(db) : null;
  const after = isBegin
    ? { seq: chain.prunedSeq, hash: chain.prunedHash }
    : { seq: chain.checkedSeq, hash: chain.checkedHash };
  const { fault, last, isEnd } = unexplained
    ? { fault: unexplained, last: after, isEnd: true }
    : await verifyStep(db, chain, after);
  await db
    .update(securityChain)
    .set(
      fault
        ? {
            ...{ checkedSeq: 0, checkedHash: '', brokenSeq: fault.seq, brokenFault: fault.fault },
            brokenSince: sql`coalesce(${securityChain.brokenSince}, now())`,
          }
        : isEnd
          ? {
              ...{ checkedSeq: 0, checkedHash: '', verifiedSeq: last.seq, verifiedAt: sql`now()` },
              ...{ brokenSeq: null, brokenFault: null, brokenSince: null },
            }
          : { checkedSeq: last.seq, checkedHash: last.hash },
    )
    // Another process may have pruned or verified these events meanwhile.
    .where(and(eq(securityChain.checkedSeq, chain.checkedSeq), eq(securityChain.prunedSeq, chain.prunedSeq)));
}

async function readChain(db: Database): Promise<Chain | undefined> {
  const [chain] = await db.select().from(securityChain);
  return chain;
}

/** Verifies the events after a link, up to the end that the chain had when it was read. */
async function verifyStep(
  db: Database,
  chain: Chain,
  after: ChainLink,
): Promise<{ fault: ChainFault | null; last: ChainLink; isEnd: boolean }> {
  const events = await db
    .select()
    .from(securityEvents)
    .where(gt(securityEvents.seq, after.seq))
    .orderBy(asc(securityEvents.seq))
    .limit(eventsPerStep);
  const written = events.filter(({ seq }) => seq <= chain.seq);
  const last = written.at(-1) ?? after;
  const isEnd = written.length < events.length || events.length < eventsPerStep;
  const fault = findChainFault(after, written);
  if (fault || !isEnd) return { fault, last, isEnd };
  // Later events are new, or not of the log: the end of the chain as it is now decides.
  const isWhole = last.seq === chain.seq && last.hash === chain.hash;
  return { fault: isWhole ? await findBeyond(db) : { seq: last.seq + 1, fault: 'cut' }, last, isEnd };
}

/** Finds an event after the end of the chain. */
async function findBeyond(db: Database): Promise<ChainFault | null> {
  const [found] = await db
    .select({ seq: securityEvents.seq })
    .from(securityEvents)
    .innerJoin(securityChain, gt(securityEvents.seq, securityChain.seq))
    .orderBy(asc(securityEvents.seq))
    .limit(1);
  return found ? { seq: found.seq, fault: 'cut' } : null;
}

/** The last pruned event must be the one that the latest event of pruning names. */
async function findUnexplained(db: Database): Promise<ChainFault | null> {
  const isNamed = sql`${securityEvents.details} ->> 'lastSeq' = ${securityChain.prunedSeq}::text
    and ${securityEvents.details} ->> 'lastHash' = ${securityChain.prunedHash}`;
  const latest = sql`(select ${isNamed} from ${securityEvents} where ${securityEvents.type} = 'logPruned'
    order by ${securityEvents.seq} desc limit 1)`;
  const [found] = await db
    .select({ seq: securityChain.prunedSeq })
    .from(securityChain)
    .where(and(gt(securityChain.prunedSeq, 0), sql`not coalesce(${latest}, false)`));
  return found ? { seq: found.seq, fault: 'unexplained' } : null;
}
