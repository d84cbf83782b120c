import { inArray, sql } from 'drizzle-orm';
import { storableText } from '#model/field/storableText.ts';
import type { SecurityEventCode, SecurityOutcome } from '#model/security/securityEvents.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Connection, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';
import { boundDetails } from './boundDetails.ts';
import { hashOfEvent } from './hashOfEvent.ts';
import { securityChain, securityEvents } from './securityTables.ts';

/** An event to be recorded. */
export interface NewSecurityEvent {
  type: SecurityEventCode;
  /** By default `done`. */
  outcome?: SecurityOutcome;
  /** The account; null = the platform. */
  demandId: number | null;
  subject?: { entity: string; id: number | null; name: string };
  /** Shortened when they are long (`boundDetails`). */
  details?: Readonly<Record<string, unknown>>;
}

/** API tokens have no id of their own: an account has one. */
const tokenKey = 'token';
const maxAgent = 300;
const maxName = 255;
const eventsPerInsert = 200;

/**
 * Appends events to the security log. In a transaction it must be one of the last steps: from here to its end, other
 * writers of the log wait.
 */
export async function recordSecurityEvents(
  connection: Connection,
  author: Author,
  events: readonly NewSecurityEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await connection.transaction(async (transaction) => {
    const actor = await readActor(transaction, author);
    const { at, ...head } = await lockChain(transaction);
    let { seq, hash } = head;
    const rows = events.map(({ type, outcome = 'done', demandId, subject, details = {} }) => {
      seq += 1;
      const event = {
        ...{ seq, at, type, outcome, ...actor, demandId },
        keyId: keyOf(author, demandId),
        ip: author.ip,
        userAgent: storableText(author.userAgent ?? '', maxAgent),
        requestId: author.requestId,
        subjectEntity: subject?.entity ?? null,
        subjectId: subject?.id ?? null,
        subjectName: storableText(subject?.name ?? '', maxName),
        details: boundDetails(details),
        previousHash: hash,
      };
      hash = hashOfEvent(event);
      return { ...event, hash };
    });
    for (let start = 0; start < rows.length; start += eventsPerInsert) {
      await transaction.insert(securityEvents).values(rows.slice(start, start + eventsPerInsert));
    }
    await transaction.update(securityChain).set({ seq, hash });
  });
}

/** The API key of a program, or its API token; null for users. A token without an account is invalid. */
function keyOf({ keyId, source, userId }: Author, demandId: number | null): string | null {
  if (keyId !== undefined) return String(keyId);
  return source === 'api' && userId === null && demandId !== null ? tokenKey : null;
}

/** Locks the end of the chain until the transaction ends. `at`: the time of the database. */
export async function lockChain(
  transaction: Transaction,
): Promise<{ seq: number; hash: string; prunedSeq: number; at: string }> {
  const [head] = await transaction
    .insert(securityChain)
    .values({ id: 1 })
    .onConflictDoUpdate({ target: securityChain.id, set: { id: 1 } })
    .returning({
      seq: securityChain.seq,
      hash: securityChain.hash,
      prunedSeq: securityChain.prunedSeq,
      at: sql<string>`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    });
  if (!head) throw new Error('the end of the security log was not locked');
  return head;
}

/** The user who acts and the admin who acts as it, as they are named now. */
async function readActor(transaction: Transaction, { userId, adminId }: Author) {
  const users = tableOf('user');
  const id = columnNamed(users, 'id');
  const ids = [userId, adminId].filter((each) => each !== null);
  const found =
    ids.length === 0
      ? []
      : await transaction
          .select({
            id: sql<number>`${id}`,
            name: sql<string>`${columnNamed(users, 'name')}`,
            login: sql<string>`${columnNamed(users, 'login')}`,
            type: sql<string>`${columnNamed(users, 'type')}`,
          })
          .from(users.table)
          .where(inArray(id, ids));
  const user = found.find((each) => each.id === userId);
  return {
    userId,
    userName: user?.name ?? null,
    userLogin: user?.login ?? null,
    userType: user?.type ?? null,
    adminId,
    adminName: found.find((each) => each.id === adminId)?.name ?? null,
  };
}
