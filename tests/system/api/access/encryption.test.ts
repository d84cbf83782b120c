import { createDecipheriv } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApi } from '#api/buildApi.ts';
import type { PageSession } from '#api/page/pageSession.ts';
import { implement, ok } from '#api/route.ts';
import { buildRoutes } from '#api/routes.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { advertiser } from '#model/index.ts';
import { createApi } from '../../../../src/console/lib/api.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { password, startTestApi, type TestApi } from '../startTestApi.ts';
import { checkResponses, type CheckedResponses } from '../checkResponses.ts';

/** A response as transmitted. */
interface Sent {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** A session with its key. */
interface Session {
  user: SessionUser;
  key: string;
  cookie: string;
  call: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Sent>;
}

let plain: TestApi;
let account: TestAccount;
/** The same API on the same database, with the setting on. */
let app: FastifyInstance;
let answers: CheckedResponses;
let consoleUrl: string;

const longBody = { text: 'long '.repeat(1000) };

const lines = 'application/x-ndjson';

/** Kinds of responses that the product's own routes need not have: a stream, a file, and a long one. */
const testRoute = { method: 'GET', chapter: 'Profile', access: 'session', summary: 'Test' } as const;
const testRoutes = [
  implement(
    {
      ...testRoute,
      path: '/api/test/stream',
      responses: { 200: { description: 'Lines', contentType: lines } },
    },
    async () => ({ status: 200, stream: linesOf(), headers: { 'content-type': lines } }),
  ),
  implement(
    {
      ...testRoute,
      path: '/api/test/file',
      responses: { 200: { description: 'A file', schema: z.object({ saved: z.boolean() }) } },
    },
    async () => ok({ saved: true }, 200, { 'content-disposition': 'attachment; filename="a.json"' }),
  ),
  implement(
    {
      ...testRoute,
      path: '/api/test/long',
      responses: { 200: { description: 'Of some length', schema: z.object({}).loose() } },
    },
    async () => ok(longBody),
  ),
];

async function* linesOf(): AsyncGenerator<string> {
  yield '{"line":1}\n';
}

beforeAll(async () => {
  plain = await startTestApi();
  account = await buildAccount(plain, 'alpha');
  const deps = { ...plain.deps, config: { ...plain.deps.config, ENCRYPT_RESPONSES: true } };
  const routes = [...buildRoutes(deps), ...testRoutes];
  app = await buildApi(deps, routes);
  answers = checkResponses(app, deps, routes);
  consoleUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await plain.close();
  answers.end();
});

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Sent> {
  const answer = await answers.inject({
    method,
    url: path,
    headers: { host: 'console.example', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

async function signIn(login = account.logins.demand): Promise<Session> {
  const answer = await send('POST', '/api/auth/login', { login, password });
  const user = JSON.parse(answer.text) as SessionUser;
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return {
    user,
    key: user.encryptKey ?? '',
    cookie,
    call: (method, path, body, headers) => send(method, path, body, { cookie, ...headers }),
  };
}

/** Decrypts a response as its header declares. Throws when the key is wrong, or a bit has changed. */
function decrypt(answer: Pick<Sent, 'text'>, key: string): unknown {
  const bytes = Buffer.from(answer.text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'));
}

const nonceOf = ({ text }: Sent) => Buffer.from(text, 'base64').subarray(0, 12).toString('hex');

describe('responses to a signed-in caller', () => {
  test('[CALL-08] are declared in their header and are JSON once decrypted', async () => {
    const session = await signIn();
    const answer = await session.call('GET', '/api/demand/tags/list');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'json-encrypt': '1',
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.text).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(answer.text).not.toContain('alpha');
    expect(decrypt(answer, session.key)).toMatchObject([{ id: account.ids.tag, name: 'alpha tag' }]);
  });

  test('[CALL-08] are encrypted for rejections, too', async () => {
    const { call, key } = await signIn();
    const rejections: [Sent, number][] = [
      [await call('POST', '/api/demand/tags', {}), 400],
      [await call('GET', '/api/demand/tags/2000000000'), 404],
      [await call('GET', '/api/users'), 403],
      [await call('GET', '/api/nothing'), 404],
      [await call('DELETE', '/api/demand/tags'), 405],
      [await call('POST', '/api/demand/advs', { name: 'x' }, { 'sec-fetch-site': 'cross-site' }), 403],
    ];
    for (const [answer, status] of rejections) {
      expect(answer.status).toBe(status);
      expect(answer.headers['json-encrypt']).toBe('1');
      expect(decrypt(answer, key)).toMatchObject({ problems: expect.any(Array) as unknown[] });
    }
  });

  test('[CALL-08] are compressed after they are encrypted', async () => {
    const { cookie, key } = await signIn();
    const headers = { host: 'console.example', cookie, 'accept-encoding': 'gzip' };
    const answer = await answers.inject({ method: 'GET', url: '/api/test/long', headers });
    expect(answer.headers['json-encrypt']).toBe('1');
    // One in several hundred begins like compressed data, and is sent uncompressed.
    const isCompressed = answer.headers['content-encoding'] === 'gzip';
    const sent = (isCompressed ? gunzipSync(answer.rawPayload) : answer.rawPayload).toString();
    expect(isCompressed).toBe(!['80', '8O', '8n', 'HK', 'Hj', 'XG', 'Xf', 'hC', 'hb'].includes(sent.slice(0, 2)));
    expect(decrypt({ text: sent }, key)).toEqual(longBody);
  });

  test('[CALL-08] are decrypted by the console', async () => {
    const session = await signIn();
    const client = createApi({
      fetch: (path, init) =>
        fetch(new URL(path instanceof Request ? path.url : path, consoleUrl), {
          ...init,
          headers: { ...(init?.headers as object), cookie: session.cookie },
        }),
      onForbidden: () => {},
      keyOf: () => session.key,
    });
    const { id } = await client.post('/api/{entity}', {
      entity: advertiser,
      body: { name: 'Größe – 広告' },
    });
    await expect(client.get('/api/{entity}/{id}', { entity: advertiser, params: { id } })).resolves.toMatchObject({
      name: 'Größe – 広告',
    });
    await expect(client.post('/api/{entity}', { entity: advertiser, body: { name: '' } })).rejects.toMatchObject({
      status: 400,
      problems: [{ path: 'name' }],
    });
  });

  test('[CALL-10] never use a nonce twice', async () => {
    const { call } = await signIn();
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('GET', '/api/demand/tags/list')));
    expect(new Set(answers.map(nonceOf)).size).toBe(100);
  });

  test('[CALL-10] cannot be changed in transit unnoticed', async () => {
    const { call, key } = await signIn();
    const answer = await call('GET', '/api/demand/tags/list');
    const bytes = Buffer.from(answer.text, 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(() => decrypt({ text: bytes.toString('base64') }, key)).toThrow(/authenticate/);
  });
});

describe('the key of a session', () => {
  test('[CALL-10] comes with the user: from login, from the session and in the page, the same of 32 bytes', async () => {
    const { call, key } = await signIn();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    const session = await call('GET', '/api/session');
    expect(session.headers).not.toHaveProperty('json-encrypt');
    expect(JSON.parse(session.text)).toMatchObject({ login: account.logins.demand, encryptKey: key });
  });

  test('[CALL-10] belongs to one session: the next one has another, and cannot decrypt the responses of the first', async () => {
    const first = await signIn();
    const second = await signIn();
    expect(second.key).not.toBe(first.key);
    const answer = await first.call('GET', '/api/demand/tags/list');
    expect(() => decrypt(answer, second.key)).toThrow(/authenticate/);
  });

  test('[CALL-10] is stored nowhere', async () => {
    const { key } = await signIn();
    const stored = JSON.stringify(await plain.sql('select * from sessions'));
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(Buffer.from(key, 'base64').toString('hex'));
  });
});

describe('responses that are never encrypted', () => {
  test('[CALL-10] login, for a caller with a session too', async () => {
    const { call } = await signIn();
    for (const secret of [password, 'a wrong password']) {
      const answer = await call('POST', '/api/auth/login', { login: account.logins.demand, password: secret });
      expect(answer.headers).not.toHaveProperty('json-encrypt');
      expect(JSON.parse(answer.text)).toBeTypeOf('object');
    }
  });

  test('[CALL-10] those to a caller who is signed out, or was', async () => {
    const { call } = await signIn();
    expect((await call('GET', '/api/auth/logout')).status).toBe(200);
    const answers = [
      await send('GET', '/api/demand/tags/list'),
      await send('GET', '/api/nothing'),
      await send('GET', '/api/auth/logout'),
      await call('GET', '/api/demand/tags/list'),
      await send('GET', '/api/demand/tags/list', undefined, { cookie: `bidhouse_session=${'x'.repeat(43)}` }),
    ];
    for (const answer of answers) {
      expect(answer.headers).not.toHaveProperty('json-encrypt');
      expect(JSON.parse(answer.text)).toBeTypeOf('object');
    }
  });

  test('streams, files, the document of the API, the page and health', async () => {
    const { call } = await signIn();
    expect((await call('GET', '/api/test/stream')).text).toBe('{"line":1}\n');
    expect((await call('GET', '/api/test/file')).text).toBe('{"saved":true}');
    expect(JSON.parse((await call('GET', '/api/openapi.json')).text)).toMatchObject({ openapi: '3.1.0' });
    expect(JSON.parse((await call('GET', '/readyz')).text)).toMatchObject({ status: 'ok' });
    const page = await call('GET', '/tags');
    expect(page.headers).not.toHaveProperty('json-encrypt');
    const text = /<script[^>]*id="session"[^>]*>([^<]*)<\/script>/.exec(page.text)?.[1];
    expect(JSON.parse(text ?? 'null') as PageSession | null).toMatchObject({
      user: { encryptKey: expect.any(String) as string },
    });
  });

  test('[CALL-10] everything, by default, when no key is issued', async () => {
    const call = await plain.signIn(account.logins.demand);
    const answer = await call('GET', '/api/demand/tags/list');
    expect(answer.headers).not.toHaveProperty('json-encrypt');
    expect(answer.body).toMatchObject([{ name: 'alpha tag' }]);
    expect((await call('GET', '/api/session')).body).not.toHaveProperty('encryptKey');
  });
});
