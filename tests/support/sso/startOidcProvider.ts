import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A user of the provider, by its ID there. */
export interface ProvidedUser {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A real OpenID Connect provider in this process, where people sign in by their ID alone. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  users: Map<string, ProvidedUser>;
  /** Calls of the paths of the provider so far. */
  calls: string[];
  close(): Promise<void>;
}

/** The types of grants and sessions that the provider passes to its configuration. */
interface GrantContext {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
    client: { clientId: string };
    session: { accountId: string };
  };
}

/** Starts a provider whose clients may use any of these redirect URIs, which can be added to later. */
export async function startOidcProvider(redirectUris: string[]): Promise<OidcProvider> {
  const users = new Map<string, ProvidedUser>();
  const calls: string[] = [];
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (!provider) return;
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [clientId, clientSecret] = ['bidhouse', 'a client secret of the provider'];
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/login`),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'first' }] },
    cookies: { keys: ['a key of cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_context: unknown, sub: string) {
      const user = users.get(sub);
      return user && { accountId: sub, claims: async () => ({ sub, ...user }) };
    },
    // Everything is granted.
    async loadExistingGrant({ oidc: { provider: of, client, session } }: GrantContext) {
      const grant = new of.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  return {
    ...{ issuer, clientId, clientSecret, users, calls },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const page = (path: string) => `<!doctype html><title>Provider</title><form method="post" action="${path}">
  <label>User <input name="user" autofocus></label><button>Continue</button><button name="cancel" value="1">Cancel</button></form>`;

/** Shows the page on which a user signs in at the provider, and ends the sign-in with its form. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html').end(page(request.url ?? ''));
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const form = new URLSearchParams(body);
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The <b>user</b> has cancelled' }
    : { login: { accountId: form.get('user') } };
  await provider.interactionFinished(request, response, result);
}
