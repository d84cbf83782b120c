import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm';
import type { SecurityEventCode } from '#model/security/securityEvents.ts';
import type { WaitingState } from '#model/fourEyes/waitingChange.ts';
import { type Author, systemAuthor } from '../entities/changeLog.ts';
import type { Connection, Database } from '../entities/database.ts';
import { type NewSecurityEvent, recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { waitingChanges } from '../tables.ts';

/** A waiting change as it is stored. Times are ISO 8601. */
export type WaitingRow = typeof waitingChanges.$inferSelect;

/** The waiting changes that someone may see. */
export interface WaitingFilter {
  isWaiting: boolean;
  /** The person; its own changes are always among them. */
  userId: number;
  /** Of the users of this account, or of the platform (null), by these routes; 'all' = every change. */
  visible: 'all' | { demandId: number | null; routes: readonly string[] };
}

/** The decision about a waiting change. */
export interface WaitingDecision {
  state: Exclude<WaitingState, 'waiting'>;
  decidedBy: number | null;
  /** ISO 8601. */
  at: string;
  reason?: string;
}

export interface WaitingStore {
  /** Stores a new change, with its security event. */
  add(change: WaitingRow, author: Author): Promise<void>;
  get(id: string): Promise<WaitingRow | null>;
  /** A page of changes, the latest first. */
  list(filter: WaitingFilter, page: { page: number; size: number }): Promise<{ rows: WaitingRow[]; total: number }>;
  /** All waiting changes of a proposer. */
  ofProposer(userId: number): Promise<WaitingRow[]>;
  /** Decides a change; false when it no longer waits. */
  decide(id: string, decision: WaitingDecision, author: Author): Promise<boolean>;
  /** Ends the changes whose time is over; returns their number. */
  expire(now: string): Promise<number>;
  /** Deletes changes that were decided before a point in time, ISO 8601. */
  prune(before: string): Promise<number>;
}

export function openWaitingChanges(db: Database): WaitingStore {
  return {
    add: (change, author) =>
      db.transaction(async (transaction) => {
        await transaction.insert(waitingChanges).values(change);
        await recordSecurityEvents(transaction, author, [eventOf('changeProposed', change)]);
      }),
    async get(id) {
      const [row] = await db.select().from(waitingChanges).where(eq(waitingChanges.id, id));
      return row ?? null;
    },
    async list(filter, { page, size }) {
      const where = matching(filter);
      const [counted] = await db.select({ total: count() }).from(waitingChanges).where(where);
      const rows = await db
        .select()
        .from(waitingChanges)
        .where(where)
        .orderBy(desc(filter.isWaiting ? waitingChanges.createdAt : waitingChanges.decidedAt), asc(waitingChanges.id))
        .limit(size)
        .offset((page - 1) * size);
      return { rows, total: counted?.total ?? 0 };
    },
    ofProposer: (userId) =>
      db
        .select()
        .from(waitingChanges)
        .where(and(eq(waitingChanges.userId, userId), eq(waitingChanges.state, 'waiting'))),
    decide: (id, decision, author) =>
      db.transaction((transaction) => decideWaitingChange(transaction, id, decision, author)),
    async expire(now) {
      const isOver = and(eq(waitingChanges.state, 'waiting'), lte(waitingChanges.expiresAt, now));
      const [due] = await db.select({ id: waitingChanges.id }).from(waitingChanges).where(isOver).limit(1);
      if (!due) return 0;
      return db.transaction(async (transaction) => {
        const expired = await transaction
          .update(waitingChanges)
          .set({ state: 'expired', decidedAt: now, sealedCall: null })
          .where(isOver)
          .returning();
        await recordSecurityEvents(
          transaction,
          systemAuthor,
          expired.map((change) => eventOf('changeExpired', change)),
        );
        return expired.length;
      });
    },
    async prune(before) {
      const pruned = await db
        .delete(waitingChanges)
        .where(and(ne(waitingChanges.state, 'waiting'), lt(waitingChanges.decidedAt, before)))
        .returning({ id: waitingChanges.id });
      return pruned.length;
    },
  };
}

/** Decides a change with its security event, in a transaction; false when it no longer waits, or its time is over. */
export async function decideWaitingChange(
  connection: Connection,
  id: string,
  { state, decidedBy, at, reason }: WaitingDecision,
  author: Author,
): Promise<boolean> {
  const [decided] = await connection
    .update(waitingChanges)
    .set({ state, decidedBy, decidedAt: at, reason: reason ?? null, sealedCall: null })
    .where(and(eq(waitingChanges.id, id), eq(waitingChanges.state, 'waiting'), gt(waitingChanges.expiresAt, at)))
    .returning();
  if (!decided) return false;
  await recordSecurityEvents(connection, author, [eventOf(eventOfState[state], decided)]);
  return true;
}

const eventOfState: Record<Exclude<WaitingState, 'waiting'>, SecurityEventCode> = {
  approved: 'changeApproved',
  rejected: 'changeRejected',
  withdrawn: 'changeWithdrawn',
  expired: 'changeExpired',
  failed: 'changeFailed',
};

function eventOf(type: SecurityEventCode, change: WaitingRow): NewSecurityEvent {
  const { id, area, demandId, userId, adminId, route, summary, entries, reason } = change;
  const proposer = adminId === null ? { userId } : { userId, adminId };
  return {
    type,
    demandId,
    subject: { entity: 'waitingChange', id: null, name: summary },
    details: {
      change: id,
      area,
      ...(type === 'changeProposed' ? { call: route, objects: entries } : { proposer }),
      ...(reason === null ? {} : { reason }),
    },
  };
}

function matching({ isWaiting, userId, visible }: WaitingFilter): SQL | undefined {
  const { state, demandId, route } = waitingChanges;
  const ofState = isWaiting ? eq(state, 'waiting') : ne(state, 'waiting');
  if (visible === 'all') return ofState;
  const ofTenancy = visible.demandId === null ? isNull(demandId) : eq(demandId, visible.demandId);
  const byRoute = and(ofTenancy, inArray(route, [...visible.routes]));
  return and(ofState, or(eq(waitingChanges.userId, userId), byRoute));
}
