import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { CertificateProblem, TlsServer } from '#model/supply/certificate.ts';
import { type AddressGuard, guardedLookup, mayCallHost } from './addressGuard.ts';
import { failureOf, type FetchFailure } from './fetchFailure.ts';

/** A certificate as a server presents it, or why there is none. */
export type CertificateReading =
  | {
      type: 'read';
      /** Null = it would be accepted. */
      problem: CertificateProblem | null;
      /** For a wrong name: the names of the certificate; for an untrusted one: the code of OpenSSL. */
      detail: string;
      /** ISO 8601. */
      validUntil: string;
    }
  | { type: 'failed'; reason: FetchFailure };

/** Maximum length of a detail. */
const maxDetail = 200;

/**
 * Reads the certificate of a server, and checks its name, time and issuer as calls do. Nothing but the TLS
 * handshake is sent. Never throws; an aborted reading is a timeout. `mayCall` null allows all addresses.
 */
export function readCertificate(
  { host, port }: TlsServer,
  { mayCall, signal }: { mayCall: AddressGuard | null; signal: AbortSignal },
): Promise<CertificateReading> {
  if (signal.aborted) return Promise.resolve({ type: 'failed', reason: 'timeout' });
  if (!mayCallHost(mayCall, host)) return Promise.resolve({ type: 'failed', reason: 'refused_address' });
  return new Promise<CertificateReading>((resolve) => {
    const socket = connect({
      host,
      port,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      // An invalid certificate is the result here, and nothing is sent to its server.
      rejectUnauthorized: false,
      ...(mayCall ? { lookup: guardedLookup(mayCall) } : {}),
    });
    const finish = (reading: CertificateReading) => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(reading);
    };
    const abort = () => finish({ type: 'failed', reason: 'timeout' });
    signal.addEventListener('abort', abort);
    socket.on('secureConnect', () => finish(readingOf(socket)));
    socket.on('error', (error) => finish({ type: 'failed', reason: failureOf(error) }));
    socket.on('close', () => finish({ type: 'failed', reason: 'conn_error' }));
  }).catch((error: unknown) => ({ type: 'failed', reason: failureOf(error) }));
}

function readingOf(socket: TLSSocket): CertificateReading {
  const certificate = socket.getPeerCertificate();
  const end = Date.parse(certificate.valid_to);
  if (Number.isNaN(end)) return { type: 'failed', reason: 'conn_error' };
  const validUntil = new Date(end).toISOString();
  if (socket.authorized) return { type: 'read', problem: null, detail: '', validUntil };
  const code = String(socket.authorizationError);
  const problem = problems[code] ?? 'untrusted';
  const detail = problem === 'wrong_name' ? namesOf(certificate) : problem === 'untrusted' ? code : '';
  return { type: 'read', problem, detail: detail.slice(0, maxDetail), validUntil };
}

/** The problems by codes of OpenSSL and Node.js; every other one means that the issuer is not trusted. */
const problems: Readonly<Record<string, CertificateProblem>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
};

/** Names that are listed. */
const maxNames = 3;

function namesOf({ subjectaltname = '', subject }: PeerCertificate): string {
  const names = subjectaltname.split(', ').map((name) => name.replace(/^[^:]*:/, ''));
  const known = names.filter((name) => name !== '');
  const common = [subject.CN ?? []].flat();
  const listed = known.length > 0 ? known : common;
  return `${listed.slice(0, maxNames).join(', ')}${listed.length > maxNames ? ' …' : ''}`;
}
