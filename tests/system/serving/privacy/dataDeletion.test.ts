import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
    ['a JWT', 'rq.jw.t', 'application/jwt', 'ac.kn.ow'],
    ['a JSON text', '"rq.jw.t"', 'application/jwt', 'ac.kn.ow'],
    ['a JSON object', '{"rqJWT":"rq.jw.t"}', 'application/json; charset=utf-8', '{"acJWT":"ac.kn.ow"}'],
  ])('Example Deletion Packet: %s is acknowledged in the same form', async (_title, body, type, text) => {
    const response = await post(body);
    expect([response.status, response.headers.get('content-type')]).toEqual([202, type]);
    expect(await response.text()).toBe(text);
    expect(handedOn).toEqual(['rq.jw.t']);
  });

  test('Result Codes: a rejection is 400, with its acknowledgement', async () => {
    answer = { status: 400, acknowledgement: 'ac.kn.ow' };
    const response = await post('{"rqJWT":"rq.jw.t"}');
    expect([response.status, await response.json()]).toEqual([400, { acJWT: 'ac.kn.ow' }]);
  });

  test.each([
    ['the control plane has none to give', { status: 503, acknowledgement: null } as const],
    ['the control plane is unavailable', new Error('gone')],
  ])('has no acknowledgement if %s', async (_title, given) => {
    answer = given;
    const response = await post('{"rqJWT":"rq.jw.t"}');
    expect([response.status, await response.json()]).toMatchObject([503, { problems: [{ code: 'unavailable' }] }]);
  });

  test('that is too long is not handed on', async () => {
    expect((await post('a'.repeat(16_385))).status).toBe(413);
    expect((await post('a'.repeat(600_000))).status).toBe(413);
    expect(handedOn).toEqual([]);
  });

  test('beyond the limit per second gets 429', async () => {
    const delivery = createDelivery({
      counters: createFrequencyCounters(createImpressionLog(), () => undefined),
      secret: tokenKey.secret,
      processes: () => 1,
      // Time stands still, so that no further request is allowed.
      monotonic: () => 0,
    });
    const handOnDeletion = async () => ({ status: 202, acknowledgement: 'ac.kn.ow' }) as const;
    const limited = await startTestServing({ delivery, handOnDeletion });
    const statuses: number[] = [];
    for (let count = 0; count < 26; count += 1) {
      statuses.push((await fetch(`${limited.url}/data-deletion`, { method: 'POST', body: 'rq.jw.t' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 25 }, () => 202), 429]);
    await limited.close();
  });
});
