import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { acceptRequest, type AcceptedRequest, type AcceptOutcome } from './acceptRequest.ts';
import { dataDeletionDeliveries, dataDeletions } from './deletionTables.ts';

/** A request whose data is to be deleted. */
export interface DueDeletion {
  id: number;
  /** In lower case. */
  identifier: string;
}

/** A request that is to be passed on to a partner, claimed by one process. */
export interface ClaimedDelivery {
  id: number;
  partner: string;
  /** Number of attempts, including this one. */
  attempts: number;
  version: string;
  originToken: string;
  identifierType: string;
  identifierFormat: string;
  identifier: string;
}

type DeliveryState = typeof dataDeletionDeliveries.$inferSelect.state;

/** The outcome of an attempt: a code, such as `http_503`; the next attempt is at an ISO 8601 time. */
export type DeliveryEnd = { outcome: string; resultCode: number | null } & (
  | { state: Exclude<DeliveryState, 'waiting'> }
  | { state: 'waiting'; nextAt: string }
);

/** A request as shown to admins: without its identifier. Times are ISO 8601. */
export type DeletionRow = Omit<
  typeof dataDeletions.$inferSelect,
  'identifier' | 'originToken' | 'requestDigest' | 'originJti'
> & {
  deliveries: Omit<typeof dataDeletionDeliveries.$inferSelect, 'deletionId'>[];
};

/** Data deletion requests, and what became of them. Times are ISO 8601. */
/** Days for which finished requests are stored. */
export const deletionRequestDays = 750;

export interface DeletionStore {
  /** Stores a request durably, with the partners to which it is passed on. */
  accept(request: AcceptedRequest, partners: readonly string[]): Promise<AcceptOutcome>;
  /** Whether a request was accepted before that this domain sent or that names it as the 1st party. */
  hasAccepted(domain: string): Promise<boolean>;
  /** Requests that are due and not deleted yet, oldest first. */
  dueDeletions(limit: number, at: string): Promise<DueDeletion[]>;
  markDeleted(ids: readonly number[], at: string): Promise<void>;
  /** Partners with deliveries that are due. */
  duePartners(at: string): Promise<string[]>;
  /** Claims a due delivery to a partner; no other process gets it before `until`. Null when none is due. */
  claimDelivery(partner: string, times: { at: string; until: string }): Promise<ClaimedDelivery | null>;
  endDelivery(id: number, end: DeliveryEnd, at: string): Promise<void>;
  /** Removes the identifiers of requests whose data is deleted and that no partner waits for. */
  clearFinished(): Promise<void>;
  /** Deletes finished requests that were received before a time. */
  prune(before: string): Promise<number>;
  /** The latest requests, latest first; `before` = only those with lower IDs. */
  list(options: { limit: number; before?: number | undefined }): Promise<DeletionRow[]>;
}

export function openDeletions(db: Database): DeletionStore {
  return {
    accept: (request, partners) => acceptRequest(db, request, partners),
    async hasAccepted(domain) {
      const rows = await db
        .select({ id: dataDeletions.id })
        .from(dataDeletions)
        .where(or(eq(dataDeletions.requester, domain), eq(dataDeletions.origin, domain)))
        .limit(1);
      return rows.length > 0;
    },
    async dueDeletions(limit, at) {
      const rows = await db
        .select({ id: dataDeletions.id, identifier: sql<string>`${dataDeletions.identifier}` })
        .from(dataDeletions)
        .where(and(isNotNull(dataDeletions.identifier), isNull(dataDeletions.deletedAt), lte(dataDeletions.dueAt, at)))
        .orderBy(dataDeletions.id)
        .limit(limit);
      return rows;
    },
    async markDeleted(ids, at) {
      await db
        .update(dataDeletions)
        .set({ deletedAt: at })
        .where(inArray(dataDeletions.id, [...ids]));
    },
    async duePartners(at) {
      const { partner, nextAt } = dataDeletionDeliveries;
      const rows = await db.selectDistinct({ partner }).from(dataDeletionDeliveries).where(lte(nextAt, at));
      return rows.map((row) => row.partner);
    },
    async claimDelivery(partner, { at, until }) {
      const { rows } = await db.execute<ClaimedDelivery & Record<string, unknown>>(sql`
        update data_deletion_deliveries delivery set attempts = attempts + 1, next_at = ${until}::timestamptz
        from data_deletions deletion
        where deletion.id = delivery.deletion_id and delivery.id = (
          select id from data_deletion_deliveries where partner = ${partner} and next_at <= ${at}::timestamptz
          order by next_at, id limit 1 for update skip locked
        )
        returning delivery.id, delivery.partner, delivery.attempts, deletion.version,
          deletion.origin_token as "originToken", deletion.identifier_type as "identifierType",
          deletion.identifier_format as "identifierFormat", deletion.identifier`);
      return rows[0] ?? null;
    },
    async endDelivery(id, end, at) {
      const { state, outcome, resultCode } = end;
      await db
        .update(dataDeletionDeliveries)
        .set({
          state,
          outcome,
          resultCode,
          nextAt: end.state === 'waiting' ? end.nextAt : null,
          endedAt: state === 'waiting' ? null : at,
        })
        .where(eq(dataDeletionDeliveries.id, id));
    },
    async clearFinished() {
      await db.execute(sql`
        update data_deletions deletion set identifier = null, origin_token = null
        where identifier is not null and deleted_at is not null and not exists (
          select from data_deletion_deliveries where deletion_id = deletion.id and state = 'waiting'
        )`);
    },
    async prune(before) {
      const isOld = and(isNull(dataDeletions.identifier), lt(dataDeletions.receivedAt, before));
      return (await db.delete(dataDeletions).where(isOld)).rowCount ?? 0;
    },
    list: ({ limit, before }) => listDeletions(db, limit, before),
  };
}

async function listDeletions(db: Database, limit: number, before: number | undefined): Promise<DeletionRow[]> {
  const rows = await db
    .select()
    .from(dataDeletions)
    .where(before === undefined ? undefined : lt(dataDeletions.id, before))
    .orderBy(desc(dataDeletions.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const deliveries = await db
    .select()
    .from(dataDeletionDeliveries)
    .where(inArray(dataDeletionDeliveries.deletionId, ids))
    .orderBy(dataDeletionDeliveries.id);
  return rows.map(
    ({ identifier: _identifier, originToken: _token, requestDigest: _digest, originJti: _jti, ...row }) => ({
      ...row,
      deliveries: deliveries.flatMap(({ deletionId, ...delivery }) => (deletionId === row.id ? [delivery] : [])),
    }),
  );
}
