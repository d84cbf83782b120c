import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#api/factors/factorSchemas.ts';

/** How an authenticator answers, when not as it should. */
interface Answering {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
}

/** An authenticator with one passkey (ES256), as a browser would use it. */
export interface Authenticator {
  create(options: CreationOptions, answering?: Answering): Attestation;
  sign(options: RequestOptions, answering?: Answering): Assertion;
}

/** Creates an authenticator of a browser at an origin. */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let uses = 0;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const head = (rpId: string, { isVerified = true, counter }: Answering, hasKey: boolean) => {
    const flags = 1 | (isVerified ? 4 : 0) | (hasKey ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? ++uses);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  };

  return {
    create({ challenge, rp }, answering = {}) {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = Buffer.concat([
        head(answering.rpId ?? rp.id, answering, true),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose,
      ]);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      const id = credentialId.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, answering.origin ?? origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign({ challenge, rpId }, answering = {}) {
      const authData = head(answering.rpId ?? rpId, answering, false);
      const client = clientData('webauthn.get', challenge, answering.origin ?? origin);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      const id = credentialId.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}
