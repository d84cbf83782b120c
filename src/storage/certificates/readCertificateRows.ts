import { sql } from 'drizzle-orm';
import type { CertificateProblem } from '#model/supply/certificate.ts';
import type { Connection } from '../entities/database.ts';
import { calledServersOf, type CallingEntity } from './calledServers.ts';

/** The certificate of a server that an active row calls, if it needs attention. */
export interface CertificateRow {
  id: number;
  /** The URL field. */
  field: string;
  server: string;
  /** Empty = it is still accepted. */
  problem: CertificateProblem | '';
  detail: string;
  /** ISO 8601. */
  validUntil: string;
}

/** The certificates, used by the active ones of these rows, that are not accepted or end before a time (ISO 8601). */
export async function readCertificateRows(
  connection: Connection,
  entity: CallingEntity,
  ids: readonly number[],
  before: string,
): Promise<CertificateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await connection.execute<CertificateRow & Record<string, unknown>>(sql`
    select called.id, called.field, called.server, certificate.problem, certificate.detail,
      to_char(certificate.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "validUntil"
    from (${calledServersOf(entity)}) called
    join server_certificates certificate on certificate.server = called.server
    where called.id = any(${`{${ids.join(',')}}`}::int[]) and certificate.valid_until is not null
      and (certificate.problem <> '' or certificate.valid_until < ${before}::timestamptz)
    order by called.id, certificate.problem = '', certificate.valid_until, called.field`);
  return rows;
}
