import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeletionKey } from '#runtime/jwt/createDeletionKey.ts';
import { createDelivery } from '#serving/delivery/createDelivery.ts';
import type { HandedOnDeletion } from '#serving/deletion/httpDeletions.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { startTestServing, tokenKey, type TestServing } from '../testServing.ts';

let serving: TestServing;
let handedOn: string[] = [];
let answer: HandedOnDeletion | Error;

beforeAll(async () => {
  serving = await startTestServing({
    handOnDeletion: async (rqJwt) => {
      handedOn.push(rqJwt);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
});
afterAll(() => serving.close());
beforeEach(() => {
  handedOn = [];
  answer = { status: 202, acknowledgement: 'ac.kn.ow' };
});

/** A text that decodes as a JWT. */
const rqJwt = ['{}', '{}', 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${serving.url}/data-deletion`, { method: 'POST', body, headers });

describe('Discovery', () => {
  const { publicKey } = createDeletionKey(tokenKey.secret);

  test.each(['/dsrdelete.json', '/.well-known/iabtl/dsrdelete.json'])(
    '1.0 and 2.0: %s has the endpoint, the identifiers and the key',
    async (path) => {
      const response = await fetch(`${serving.url}${path}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
      expect(await response.json()).toEqual({
        endpoint: 'https://ads.example/data-deletion',
        pollFrequency: 86_400,
        identifiers: expect.arrayContaining([{ id: 4, type: 'idfa', format: 'plaintext' }]),
        publicKey: [publicKey],
        jwksUri: 'https://ads.example/.well-known/iabtl/jwks.json',
        vendorScriptRequirement: false,
      });
    },
  );

  test('2.0: jwksUri leads to the key set, whose keys have `alg` and `kid` and nothing secret', async () => {
    const response = await fetch(`${serving.url}/.well-known/iabtl/jwks.json`);
    expect(await response.json()).toEqual({ pollFrequency: 86_400, keys: [publicKey] });
    expect(Object.keys(publicKey).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

describe('a request', () => {
  test.each([
    ['a JWT', rqJwt, 'application/jwt', 'ac.kn.ow'],
    ['a JSON text', `"${rqJwt}"`, 'application/jwt', 'ac.kn.ow'],
    ['a JSON object', `{"rqJWT":"${rqJwt}"}`, 'application/json; charset=utf-8', '{"acJWT":"ac.kn.ow"}'],
  ])('Example Deletion Packet: %s is acknowledged in the same form', async (_title, body, type, text) => {
    const response = await post(body);
    expect([response.status, response.headers.get('content-type')]).toEqual([202, type]);
    expect(await response.text()).toBe(text);
    expect(handedOn).toEqual([rqJwt]);
  });

  test('Result Codes: a rejection is 400, with its acknowledgement', async () => {
    answer = { status: 400, acknowledgement: 'ac.kn.ow' };
    const response = await post(`{"rqJWT":"${rqJwt}"}`);
    expect([response.status, await response.json()]).toEqual([400, { acJWT: 'ac.kn.ow' }]);
  });

  test.each([
    ['the control plane has none to give', { status: 503, acknowledgement: null } as const],
    ['the control plane is unavailable', new Error('gone')],
  ])('has no acknowledgement if %s', async (_title, given) => {
    answer = given;
    const response = await post(`{"rqJWT":"${rqJwt}"}`);
    expect([response.status, await response.json()]).toMatchObject([503, { problems: [{ code: 'unavailable' }] }]);
  });

  test('that is too long is not handed on', async () => {
    expect((await post('a'.repeat(16_385))).status).toBe(413);
    expect((await post('a'.repeat(600_000))).status).toBe(413);
    expect(handedOn).toEqual([]);
  });

  test.each(['', 'hello', '{"rqJWT":5}', '{"acJWT":"a.b.c"}', 'rq.jw.t'])(
    'without a JWT is refused without an acknowledgement: %s',
    async (body) => {
      const response = await post(body);
      expect([response.status, await response.json()]).toMatchObject([400, { problems: [{ code: 'invalid_token' }] }]);
      expect(handedOn).toEqual([]);
    },
  );

  test('that the control plane does not acknowledge gets 400 with a problem', async () => {
    answer = { status: 400, acknowledgement: null };
    const response = await post(rqJwt);
    expect([response.status, await response.json()]).toMatchObject([400, { problems: [{ code: 'invalid_token' }] }]);
  });

  describe('beyond the limits per second', () => {
    let limited: TestServing;
    const send = async (address: string, body = rqJwt) =>
      (
        await fetch(`${limited.url}/data-deletion`, {
          method: 'POST',
          body,
          headers: { 'x-forwarded-for': address },
        })
      ).status;
    const sendMany = async (count: number, address: string, body?: string) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < count; sent += 1) statuses.push(await send(address, body));
      return statuses;
    };

    beforeEach(async () => {
      const delivery = createDelivery({
        counters: createFrequencyCounters(createImpressionLog(), () => undefined),
        secret: tokenKey.secret,
        processes: () => 1,
        // Time stands still, so that no further request is allowed.
        monotonic: () => 0,
      });
      const handOnDeletion = async () => ({ status: 202, acknowledgement: 'ac.kn.ow' }) as const;
      limited = await startTestServing({ env: { TRUST_PROXY: '1' }, delivery, handOnDeletion });
    });
    afterEach(() => limited.close());

    test('a client gets 429, and others are accepted', async () => {
      expect(await sendMany(11, '203.0.113.1')).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
      expect(await send('203.0.113.2')).toBe(202);
    });

    test('all clients together get 429', async () => {
      const statuses: number[] = [];
      for (let client = 0; client < 26; client += 1) statuses.push(await send(`203.0.${client}.1`));
      expect(statuses).toEqual([...Array.from({ length: 25 }, () => 202), 429]);
    });

    test('texts that are no JWT do not count', async () => {
      expect(new Set(await sendMany(30, '203.0.113.1', 'rq.jw.t'))).toEqual(new Set([400]));
      expect(await send('203.0.113.1')).toBe(202);
    });
  });
});
