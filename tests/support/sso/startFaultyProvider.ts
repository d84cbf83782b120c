import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider whose ID tokens have the faults that a test chooses. */
export interface FaultyProvider {
  issuer: string;
  /** Changes the claims of the next ID tokens; undefined removes one. */
  claims: Record<string, unknown>;
  /** The key that signs: the published one, or another. */
  signsWith: 'published' | 'another' | 'none';
  /** Changes the discovery document. */
  metadata: Record<string, unknown>;
  /** The response of any path in place of the provider's own. */
  answer: { status: number; type: string; body: string; location?: string } | null;
  /** Done before a code is redeemed; null = nothing. */
  beforeToken: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}

/** Starts a provider that signs everyone in as `someone`, whose codes are the nonces of their authorization requests. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const [published, another] = [rsaKey(), rsaKey()];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', faulty.issuer);
    const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (faulty.answer) {
      const { status, type, body, location } = faulty.answer;
      response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body);
      return;
    }
    if (pathname === '/.well-known/openid-configuration') {
      send({
        issuer: faulty.issuer,
        authorization_endpoint: `${faulty.issuer}/authorize`,
        token_endpoint: `${faulty.issuer}/token`,
        jwks_uri: `${faulty.issuer}/jwks`,
        response_types_supported: ['code'],
        ...faulty.metadata,
      });
    } else if (pathname === '/jwks') {
      send({ keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] });
    } else if (pathname === '/token') {
      await faulty.beforeToken?.();
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const seconds = Math.floor(Date.now() / 1000);
      const claims = {
        ...{ iss: faulty.issuer, aud: 'bidhouse', sub: 'someone', iat: seconds, exp: seconds + 300 },
        ...{ nonce: new URLSearchParams(body).get('code'), email: 'someone@alpha.example', email_verified: true },
        ...{ name: 'Someone', groups: [] },
        ...faulty.claims,
      };
      const alg = faulty.signsWith === 'none' ? 'none' : 'RS256';
      const signed = [{ alg, kid: 'k' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const { privateKey } = faulty.signsWith === 'another' ? another : published;
      const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
      send({ access_token: 'x', token_type: 'Bearer', id_token: `${signed}.${signature}` });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const faulty: FaultyProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    ...{ claims: {}, signsWith: 'published', metadata: {}, answer: null, beforeToken: null },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return faulty;
}

function rsaKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}
