import { describe, expect, test } from 'vitest';
import { appList, tag } from '#model/index.ts';
import { createApi, type Api } from './api.ts';
import { PlainBody } from './apiCall.ts';
import { ChangeWaits } from './changeWaits.ts';
import { isSignedOut } from './query.ts';

const key = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, index) => index * 7)));
const otherKey = btoa('x'.repeat(32));

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** Encrypts as the server does, with the platform's cipher. */
async function encrypt(text: string, withKey = key): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const imported = await crypto.subtle.importKey('raw', bytesOf(withKey), 'AES-GCM', false, ['encrypt']);
  const encrypted = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    imported,
    new TextEncoder().encode(text),
  );
  return base64Of(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]));
}

/** Flips one bit of the byte at `index`; negative counts from the end. */
function tamper(body: string, index: number): string {
  const bytes = bytesOf(body);
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return base64Of(bytes);
}

interface Answering {
  api: Api;
  forbidden: () => number;
}

function answering(answer: () => Response, keyOf: () => string | undefined = () => key): Answering {
  let count = 0;
  const api = createApi({
    fetch: async () => answer(),
    onForbidden: () => {
      count += 1;
    },
    keyOf,
  });
  return { api, forbidden: () => count };
}

const encrypted = (body: string, status = 200) => new Response(body, { status, headers: { 'json-encrypt': '1' } });

test('[CALL-08] a response with the header is decrypted and parsed', async () => {
  const rows = [{ id: 1, name: 'Überblick 📺' }];
  const body = await encrypt(JSON.stringify(rows));
  await expect(answering(() => encrypted(body)).api.get('/api/demand/tags/list')).resolves.toEqual(rows);
});

test('[CALL-08] a response without the header, or with another value, is parsed as it is', async () => {
  const headersOf: Record<string, string>[] = [{}, { 'json-encrypt': '0' }];
  for (const headers of headersOf) {
    const { api } = answering(() => Response.json({ id: 2 }, { headers }));
    await expect(api.get('/api/demand/info')).resolves.toEqual({ id: 2 });
  }
});

test('[CALL-08] the problems of an encrypted error response are parsed', async () => {
  const problems = [{ code: 'taken', message: 'Another tag has this name', path: 'name' }];
  const body = await encrypt(JSON.stringify({ problems, requestId: 'r1' }));
  await expect(
    answering(() => encrypted(body, 409)).api.post('/api/{entity}', { entity: tag, body: {} }),
  ).rejects.toMatchObject({
    status: 409,
    message: 'Another tag has this name',
    problems,
  });
});

test.each<[string, (body: string) => string]>([
  ['a modified nonce', (body) => tamper(body, 0)],
  ['a modified ciphertext', (body) => tamper(body, 13)],
  ['a modified tag', (body) => tamper(body, -1)],
  ['a missing end', (body) => body.slice(0, 24)],
  ['an empty body', () => ''],
  ['plain JSON', () => '{"id":1}'],
])('[CALL-10] a response with %s is an error with a readable message, never data', async (_where, change) => {
  const body = change(await encrypt('{"id":1}'));
  await expect(answering(() => encrypted(body)).api.get('/api/demand/info')).rejects.toMatchObject({
    name: 'ApiError',
    status: 200,
    message: 'The response of the server cannot be read. Reload the page and try again',
  });
});

test.each<[string, () => string | undefined]>([
  ['another session', () => otherKey],
  ['no session', () => undefined],
  ['a broken session', () => 'short'],
])('[CALL-10] with the key of %s a response cannot be decrypted', async (_whose, keyOf) => {
  const body = await encrypt('{"id":1}');
  await expect(answering(() => encrypted(body), keyOf).api.get('/api/demand/info')).rejects.toThrow('cannot be read');
});

test('[CALL-10] the key is that of the session that made the call', async () => {
  let current = key;
  const body = await encrypt('{"id":1}');
  const { api } = answering(
    () => {
      current = otherKey;
      return encrypted(body);
    },
    () => current,
  );
  await expect(api.get('/api/demand/info')).resolves.toEqual({ id: 1 });
});

test('[ERR-03] a 403 that cannot be decrypted still reports that the session has ended', async () => {
  const { api, forbidden } = answering(() => encrypted('AAAA', 403));
  await expect(api.get('/api/demand/info')).rejects.toMatchObject({ status: 403, message: 'Please sign in again' });
  expect(forbidden()).toBe(1);
});

test.each<[string, (api: Api, signal: AbortSignal) => Promise<unknown>]>([
  ['get', (api, signal) => api.get('/api/demand/info', { signal })],
  ['post', (api, signal) => api.post('/api/demand/token', { signal })],
  ['put', (api, signal) => api.put('/api/admin/config', { body: { postbidMaxImps: 0, postbidMaxReps: 0 }, signal })],
  ['patch', (api, signal) => api.patch('/api/{entity}/{id}', { entity: tag, params: { id: 1 }, body: {}, signal })],
  ['delete', (api, signal) => api.delete('/api/savedReport/{id}', { params: { id: 1 }, signal })],
])('%s rejects with an AbortError when its signal is aborted', async (_method, call) => {
  const controller = new AbortController();
  const api = createApi({
    fetch: (_path, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
    onForbidden: () => {},
  });
  const answer = call(api, controller.signal);
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

test('a truncated response is an error, not an empty response', async () => {
  const torn = () =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('[{"id":1}'));
          stream.error(new TypeError('terminated'));
        },
      }),
    );
  await expect(answering(torn).api.get('/api/demand/tags/list')).rejects.toThrow('cannot be reached');
});

test('text is posted as it is, with its content type', async () => {
  const sent: RequestInit[] = [];
  const api = createApi({
    fetch: async (_path, init) => {
      sent.push(init ?? {});
      return Response.json({ added: 2 });
    },
    onForbidden: () => undefined,
  });
  const response = await api.post('/api/{entity}/{id}/members', {
    entity: appList,
    params: { id: 1 },
    query: { mode: 'add' },
    body: new PlainBody('text/plain', 'a\nb\n'),
  });
  expect(response).toEqual({ added: 2 });
  expect(sent).toMatchObject([{ method: 'POST', body: 'a\nb\n', headers: { 'content-type': 'text/plain' } }]);
});

describe('a call that needs a confirmation', () => {
  const rejection = () =>
    Response.json(
      { problems: [{ code: 'confirmation_required', message: 'Confirm first', path: '' }] },
      { status: 403 },
    );

  test.each([true, false])(
    '[ERR-03] is repeated when the person confirms: %s; the session is not over',
    async (confirms) => {
      let [calls, forbidden] = [0, 0];
      const api = createApi({
        fetch: async () => ((calls += 1) === 1 ? rejection() : Response.json({ id: 3 })),
        onForbidden: () => {
          forbidden += 1;
        },
        confirmPerson: async () => confirms,
      });
      const response = api.post('/api/demand/token');
      if (confirms) await expect(response).resolves.toEqual({ id: 3 });
      else await expect(response).rejects.toMatchObject({ status: 403, message: 'Confirm first' });
      expect([calls, forbidden]).toEqual([confirms ? 2 : 1, 0]);
    },
  );
});

describe('changes that need a second person', () => {
  const waiting = {
    ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', area: 'prices', summary: 'Demand account “Acme”: Request CPM' },
    ...{ approvers: [], createdAt: '2027-03-01T00:00:00Z', expiresAt: '2027-03-04T00:00:00Z' },
  };

  test('[EYES-01] a call whose change waits rejects with the proposed change', async () => {
    let proposals = 0;
    const api = createApi({
      fetch: async () => Response.json({ waiting }, { status: 202 }),
      onForbidden: () => undefined,
      onWaiting: () => {
        proposals += 1;
      },
    });
    const error = await api.post('/api/sso').catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ChangeWaits);
    expect(error).toMatchObject({ change: waiting });
    expect(proposals).toBe(1);
  });

  test('another response with status 202 resolves', async () => {
    const { api } = answering(() => Response.json({ methods: ['app'] }, { status: 202 }));
    await expect(api.post('/api/sso')).resolves.toEqual({ methods: ['app'] });
  });

  test.each(['four_eyes', 'no_right', 'super_only'])(
    '[EYES-03] a rejection with %s does not end the session',
    async (code) => {
      const problem = { code, message: 'Not by you', path: '' };
      const { api, forbidden } = answering(() => Response.json({ problems: [problem] }, { status: 403 }));
      const error = await api.post('/api/sso').catch((failure: unknown) => failure);
      expect(error).toMatchObject({ status: 403, message: 'Not by you' });
      expect(isSignedOut(error)).toBe(false);
      expect(forbidden()).toBe(0);
    },
  );
});
