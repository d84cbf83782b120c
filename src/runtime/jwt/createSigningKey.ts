import { createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto';

/** A public key as JWKs state it (RFC 7517, 4; RFC 7518, 6.2). */
export interface PublicSigningKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  /** Thumbprint of the key (RFC 7638). */
  kid: string;
  use: 'sig';
  alg: 'ES256';
}

/** A key that signs JWTs with ES256 (RFC 7518, 3.4). */
export interface SigningKey {
  publicKey: PublicSigningKey;
  /** Returns a JWT with these claims. */
  sign(claims: object): string;
}

/** Order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Derives the key for one use from the installation's secret (hexadecimal): every process has the same one, and no key
 * file has to be stored or copied. The scalar is taken from 384 bits, so that it is uniform (FIPS 186-5, A.2.1).
 */
export function createSigningKey(secret: string, use: string): SigningKey {
  const bytes = Buffer.from(hkdfSync('sha512', Buffer.from(secret, 'hex'), '', `bidhouse signing key: ${use}`, 48));
  const scalar = Buffer.from(
    (1n + (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n))).toString(16).padStart(64, '0'),
    'hex',
  );
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const own = {
    crv: 'P-256',
    kty: 'EC',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  } as const;
  const kid = createHash('sha256').update(JSON.stringify(own)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...own, d: scalar.toString('base64url') }, format: 'jwk' });
  const head = base64url({ typ: 'JWT', alg: 'ES256', kid });
  return {
    publicKey: { ...own, kid, use: 'sig', alg: 'ES256' },
    sign(claims) {
      const signed = `${head}.${base64url(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${signature.toString('base64url')}`;
    },
  };
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
