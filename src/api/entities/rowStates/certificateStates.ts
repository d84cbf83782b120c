import type { CertificateRow } from '#storage/certificates/readCertificateRows.ts';
import type { CallingEntity } from '#storage/certificates/calledServers.ts';
import type { RowState } from '../rowParts.ts';
import { alertThresholds } from './alertThresholds.ts';
import type { StateContext } from './rowState.ts';

const dayMs = 86_400_000;

/**
 * The problem of a server's TLS certificate at `now` (ms), if any: it is not accepted, or soon not any more. The end of
 * a certificate counts even if the crawler read it earlier.
 */
export function certificateStatesOf(
  { field, server, problem, detail, validUntil }: Omit<CertificateRow, 'id'>,
  now: number,
): RowState[] {
  const end = Date.parse(validUntil);
  const day = validUntil.slice(0, 10);
  const bad = (words: string) => [
    { code: 'bad_certificate', text: `The TLS certificate of ${server} ${words}.`, fix: field },
  ];
  if (end <= now) return bad(`expired on ${day}`);
  if (problem === 'expired') return bad('was issued by one that has expired');
  if (problem === 'early') return bad('is not valid yet');
  if (problem === 'wrong_name') return bad(`is for another name${detail === '' ? '' : `: ${detail}`}`);
  if (problem === 'untrusted') return bad(`is not trusted: ${trustWords[detail] ?? detail}`);
  const days = Math.floor((end - now) / dayMs);
  const left = days === 0 ? 'in less than a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  const text = `The TLS certificate of ${server} expires on ${day}, ${left}.`;
  return [{ code: 'certificate_ends', text, fix: field }];
}

/** Whether a state is that of a certificate that is not accepted. */
export function isBadCertificate({ code }: RowState): boolean {
  return code === 'bad_certificate';
}

/** Why a certificate is not trusted, by code of OpenSSL. */
const trustWords: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown, or an intermediate certificate is missing',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown, or an intermediate certificate is missing',
  CERT_REVOKED: 'it was revoked',
};

/** Reads the problem of the certificates that each of some rows calls: of each row the most severe one. */
export async function readCertificateStates(
  { entities, now }: Pick<StateContext, 'entities' | 'now'>,
  entity: CallingEntity,
  ids: readonly number[],
): Promise<(id: number) => RowState[]> {
  const soon = new Date(now.getTime() + alertThresholds.certificateDays * dayMs).toISOString();
  const byId = new Map<number, RowState[]>();
  for (const row of await entities.certificateRows(entity, ids, soon)) {
    if (!byId.has(row.id)) byId.set(row.id, certificateStatesOf(row, now.getTime()));
  }
  return (id) => byId.get(id) ?? [];
}
