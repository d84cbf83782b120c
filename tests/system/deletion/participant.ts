import { randomBytes, randomUUID } from 'node:crypto';
import { createSigningKey, type SigningKey } from '#runtime/jwt/createSigningKey.ts';
import { decodeJwt } from '#runtime/jwt/decodeJwt.ts';
import { type PublisherServer, text } from '../crawler/publisherServer.ts';

/** A participant of the Data Deletion Request Framework, at a domain of a test's server. */
export interface TestParticipant {
  domain: string;
  key: SigningKey;
}

/** A device ID. */
export const deviceId = '3F2B8C1D-6A5E-4F70-9B21-0C4D8E7A1B36';

/** The identifier as claims of version 2.0 and as the subject of 1.0 name it. */
export const identifier = { identifierType: 'idfa', identifierFormat: 'plaintext', identifierValue: deviceId };

/** A participant whose files are not published yet. */
export function buildParticipant(domain: string): TestParticipant {
  return { domain, key: createSigningKey(randomBytes(32).toString('hex'), domain) };
}

/** Publishes the files of a participant, in version 2.0 unless `file` says otherwise. */
export function publish(server: PublisherServer, { domain, key }: TestParticipant, file: object = {}): void {
  const jwksUri = `https://${domain}/keys.json`;
  const dsrdelete = {
    endpoint: `https://${domain}/delete`,
    pollFrequency: 86_400,
    identifiers: [{ id: 1, type: 'idfa', format: 'plaintext' }],
    jwksUri,
    vendorScriptRequirement: false,
    ...file,
  };
  server.answers.set(`${domain} /dsrdelete.json`, text(JSON.stringify(dsrdelete), 'application/json'));
  server.answers.set(`${domain} /keys.json`, text(JSON.stringify({ keys: [key.publicKey] }), 'application/json'));
}

/** An orJWT of version 2.0, by default issued at `at` (seconds since the epoch). */
export function originToken({ domain, key }: TestParticipant, at: number, claims: object = {}): string {
  return key.sign({ version: '2.0', jti: randomUUID(), iss: domain, iat: at, ...claims });
}

/** An rqJWT of version 2.0, by default issued at `at` (seconds since the epoch). */
export function requestToken({ domain, key }: TestParticipant, orJWT: string, at: number, claims: object = {}): string {
  return key.sign({ version: '2.0', orJWT, jti: randomUUID(), iss: domain, iat: at, ...identifier, ...claims });
}

/** The claims of a token, which must be one. */
export function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
  const jwt = decodeJwt(String(token));
  if (!jwt) throw new Error(`not a JWT: ${String(token)}`);
  return jwt.claims;
}
