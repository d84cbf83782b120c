import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { SecurityEventCode, SecurityOutcome } from '#model/security/securityEvents.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Database } from '../entities/database.ts';
import type { SecurityEventRow } from './hashOfEvent.ts';
import { notePlace, type PlaceOfUse } from './notePlace.ts';
import { pruneEvents } from './pruneEvents.ts';
import { type NewSecurityEvent, recordSecurityEvents } from './recordSecurityEvents.ts';
import { securityChain, securityEvents } from './securityTables.ts';
import { verifyNextEvents } from './verifyNextEvents.ts';

/** A filter of security events. Times are ISO 8601: `from` inclusive, `to` exclusive. */
export interface SecurityFilter {
  /** Only events of these accounts, without what identifies the operator’s staff; 'all' = also those of the platform. */
  accounts: 'all' | readonly number[];
  /** Only events of these accounts. */
  demandIds?: readonly number[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  types?: readonly SecurityEventCode[] | undefined;
  outcomes?: readonly SecurityOutcome[] | undefined;
  /** Events by this user, by an admin as this user, or about it. */
  userId?: number | undefined;
  ip?: string | undefined;
  /** Part of the name of the user, its login, the admin or the object. */
  q?: string | undefined;
}

/** How far the log is written, pruned, verified and shipped. Times are ISO 8601. */
export type ChainState = Omit<typeof securityChain.$inferSelect, 'id' | 'checkedHash' | 'prunedHash'>;

/** The security log: append-only, except for pruning the oldest events. */
export interface SecurityLog {
  /** Appends an event. Changes that are in the change log append theirs with `recordChanges`. */
  record(author: Author, event: NewSecurityEvent): Promise<void>;
  /** A page of events, newest first. */
  list(
    filter: SecurityFilter,
    page: { page: number; size: number },
  ): Promise<{ rows: SecurityEventRow[]; total: number }>;
  get(seq: number, accounts: SecurityFilter['accounts']): Promise<SecurityEventRow | null>;
  /** All events, oldest first, in batches. */
  stream(filter: SecurityFilter): AsyncIterable<SecurityEventRow[]>;
  state(): Promise<ChainState>;
  /** The oldest events that were not shipped, in their order. */
  unshipped(limit: number): Promise<SecurityEventRow[]>;
  /** Notes that all events up to this one were shipped. */
  markShipped(seq: number): Promise<void>;
  /** Verifies the next events of the current round, and begins again at the end. */
  verifyNext(): Promise<void>;
  /** Notes a place from which a user or token acts. Returns whether it is new: not known, while another one is. */
  notePlace(use: PlaceOfUse): Promise<boolean>;
  /** Prunes events before a time (ISO 8601), if there are some that are a day older. Returns their number. */
  prune(before: string): Promise<number>;
}

const eventsPerBatch = 500;

/** Opens the security log of a migrated database. */
export function openSecurityLog(db: Database): SecurityLog {
  return {
    record: (author, event) => recordSecurityEvents(db, author, [event]),
    async list(filter, { page, size }) {
      const where = matching(filter);
      const [counted, rows] = await Promise.all([
        db.select({ total: count() }).from(securityEvents).where(where),
        db
          .select()
          .from(securityEvents)
          .where(where)
          .orderBy(desc(securityEvents.seq))
          .limit(size)
          .offset((page - 1) * size),
      ]);
      return { rows, total: counted[0]?.total ?? 0 };
    },
    async get(seq, accounts) {
      const [row] = await db
        .select()
        .from(securityEvents)
        .where(and(eq(securityEvents.seq, seq), matching({ accounts })));
      return row ?? null;
    },
    async *stream(filter) {
      const where = matching(filter);
      let last = 0;
      for (;;) {
        const rows = await db
          .select()
          .from(securityEvents)
          .where(and(where, gt(securityEvents.seq, last)))
          .orderBy(asc(securityEvents.seq))
          .limit(eventsPerBatch);
        if (rows.length > 0) yield rows;
        if (rows.length < eventsPerBatch) return;
        last = rows.at(-1)?.seq ?? last;
      }
    },
    async state() {
      const [row] = await db.select().from(securityChain);
      if (!row) return emptyState;
      const { id: _id, checkedHash: _checkedHash, prunedHash: _prunedHash, ...state } = row;
      return state;
    },
    async unshipped(limit) {
      const shipped = sql`coalesce((select ${securityChain.shippedSeq} from ${securityChain}), 0)`;
      return db
        .select()
        .from(securityEvents)
        .where(gt(securityEvents.seq, shipped))
        .orderBy(asc(securityEvents.seq))
        .limit(limit);
    },
    async markShipped(seq) {
      await db
        .update(securityChain)
        .set({ shippedSeq: seq, shippedAt: sql`now()` })
        .where(lt(securityChain.shippedSeq, seq));
    },
    verifyNext: () => verifyNextEvents(db),
    notePlace: (use) => notePlace(db, use),
    prune: (before) => pruneEvents(db, before),
  };
}

const emptyState: ChainState = {
  ...{ seq: 0, hash: '', prunedSeq: 0, checkedSeq: 0, verifiedSeq: 0, verifiedAt: null },
  ...{ brokenSeq: null, brokenFault: null, brokenSince: null, shippedSeq: 0, shippedAt: null },
};

/** Whether an event was caused by the operator’s staff, whose addresses and logins accounts do not see. */
export function isByOperator({ adminId, userType }: Pick<SecurityEventRow, 'adminId' | 'userType'>): boolean {
  return adminId !== null || userType === 'admin';
}

/** The SQL condition for the opposite of `isByOperator`. */
const notByOperator = and(
  isNull(securityEvents.adminId),
  or(isNull(securityEvents.userType), ne(securityEvents.userType, 'admin')),
) as SQL;

function matching({ accounts, ...filter }: SecurityFilter): SQL | undefined {
  const { subjectEntity, subjectId, userName, userLogin, adminName, subjectName } = securityEvents;
  const isAll = accounts === 'all';
  // Texts that are not shown must not be found either.
  const login = isAll ? userLogin : sql`case when ${not(notByOperator)} then '' else ${userLogin} end`;
  return and(
    isAll ? undefined : anyOf(securityEvents.demandId, accounts),
    filter.demandIds && anyOf(securityEvents.demandId, filter.demandIds),
    filter.types && anyOf(securityEvents.type, filter.types),
    filter.outcomes && anyOf(securityEvents.outcome, filter.outcomes),
    filter.from === undefined ? undefined : gte(securityEvents.at, filter.from),
    filter.to === undefined ? undefined : lt(securityEvents.at, filter.to),
    filter.userId === undefined
      ? undefined
      : or(
          eq(securityEvents.userId, filter.userId),
          eq(securityEvents.adminId, filter.userId),
          and(inArray(subjectEntity, ['user', 'manager', 'login']), eq(subjectId, filter.userId)),
        ),
    filter.ip === undefined ? undefined : and(eq(securityEvents.ip, filter.ip), isAll ? undefined : notByOperator),
    filter.q === undefined
      ? undefined
      : sql`position(lower(${filter.q}) in lower(concat_ws(' ', ${userName}, ${login}, ${adminName}, ${subjectName}))) > 0`,
  );
}

function anyOf(
  column: typeof securityEvents.demandId | typeof securityEvents.type | typeof securityEvents.outcome,
  values: readonly (number | string)[],
): SQL {
  return values.length === 0 ? sql`false` : inArray(column, [...values] as never[]);
}
