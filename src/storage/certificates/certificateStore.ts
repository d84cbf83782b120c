import { eq, lt, sql } from 'drizzle-orm';
import type { CertificateProblem } from '#model/supply/certificate.ts';
import { serverCertificates } from '../alerts/alertTables.ts';
import type { Database } from '../entities/database.ts';
import { callingEntities, calledServersOf } from './calledServers.ts';

/** A server whose certificate one crawler is reading. */
export interface ClaimedServer {
  id: number;
  /** Host name, with the port if it is not 443. */
  server: string;
  failures: number;
}

/** The outcome of an attempt; without `read`, the last certificate stays. Times are ISO 8601. */
export interface CertificateResult {
  failures: number;
  dueAt: string;
  read?: { problem: CertificateProblem | null; detail: string; validUntil: string; readAt: string };
}

/** The certificates of the servers that active objects call. Times are ISO 8601. */
export interface CertificateStore {
  /**
   * Records that active objects call their servers now, of those that are not known yet up to a maximum. New ones are
   * due at once.
   */
  requestChecks(at: string, maxNew: number): Promise<void>;
  /** Claims due servers; no other crawler gets them before `until`. */
  claim(limit: number, times: { at: string; until: string }): Promise<ClaimedServer[]>;
  save(id: number, result: CertificateResult): Promise<void>;
  /** Prunes servers that nothing has called since a time. */
  pruneUnreferenced(before: string): Promise<void>;
}

export function openCertificates(db: Database): CertificateStore {
  return {
    async requestChecks(at, maxNew) {
      const called = sql.join(callingEntities.map(calledServersOf), sql` union all `);
      await db.execute(sql`
        update server_certificates set referenced_at = ${at}::timestamptz where id in (
          select id from server_certificates
          where referenced_at < ${at}::timestamptz - interval '1 hour' and server in (select server from (${called}) called)
          for update skip locked
        )`);
      await db.execute(sql`
        insert into server_certificates (server, due_at, referenced_at)
        select distinct server, ${at}::timestamptz, ${at}::timestamptz from (${called}) called
        where not exists (select from server_certificates known where known.server = called.server) limit ${maxNew}
        on conflict (server) do nothing`);
    },
    async claim(limit, { at, until }) {
      const { rows } = await db.execute<ClaimedServer & Record<string, unknown>>(sql`
        update server_certificates set due_at = ${until}::timestamptz where id in (
          select id from server_certificates where due_at <= ${at}::timestamptz
          order by due_at limit ${limit} for update skip locked
        ) returning id, server, failures`);
      return rows;
    },
    async save(id, { failures, dueAt, read }) {
      const content = read ? { ...read, problem: read.problem ?? '' } : {};
      await db
        .update(serverCertificates)
        .set({ failures, dueAt, ...content })
        .where(eq(serverCertificates.id, id));
    },
    async pruneUnreferenced(before) {
      await db.delete(serverCertificates).where(lt(serverCertificates.referencedAt, before));
    },
  };
}
