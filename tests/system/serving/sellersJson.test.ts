import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { request } from 'undici';
import { buildAccount, buildSubpublisher, messagesOf } from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { defaultSeller } from '#model/index.ts';
import { startTestServing, type TestServing } from './testServing.ts';

let serving: TestServing;
let isLoaded = true;
const platform = { SELLER_DOMAIN: 'platform.example' };

beforeAll(async () => {
  serving = await startTestServing({ env: platform, isSnapshotLoaded: () => isLoaded });
});
afterAll(() => serving.close());

beforeEach(() => {
  isLoaded = true;
  const rows = {
    demand: [
      buildAccount({ id: 1, name: 'Network' }),
      buildAccount({ id: 2, name: 'Press', domain: 'ads.press.example' }),
    ],
    subpublisher: [
      buildSubpublisher({ id: 5, demandId: 1, name: 'Blog', sellersJson: { ...defaultSeller, id: 'blog', status: 1 } }),
      buildSubpublisher({
        id: 6,
        demandId: 1,
        name: 'Hidden',
        sellersJson: { ...defaultSeller, type: 'PUBLISHER', id: 'hidden', status: 1, confidential: 1 },
      }),
    ],
  };
  for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
  publishVersion(1);
});

function publishVersion(version: number): void {
  applyMessage(serving.snapshot, { type: 'version', version });
}

async function requestSellers(host: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(`${serving.url}/sellers.json`, { method, headers: { host, ...headers } });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    file: (text === '' ? {} : JSON.parse(text)) as object,
  };
}

describe('GET /sellers.json', () => {
  test('[PROF-07] [PROF-08] lists all sellers that the platform pays, confidential ones without names', async () => {
    const { status, file } = await requestSellers('platform.example');
    expect(status).toBe(200);
    expect(file).toEqual({
      version: '1.0',
      sellers: [
        { seller_id: 'a1', seller_type: 'BOTH', name: 'Network' },
        { seller_id: 'blog', seller_type: 'INTERMEDIARY', name: 'Blog' },
        { seller_id: 'hidden', seller_type: 'PUBLISHER', is_confidential: 1 },
        { seller_id: 'a2', seller_type: 'PUBLISHER', name: 'Press', domain: 'press.example' },
      ],
    });
  });

  test('lists on the domain of an account, and on its root domain, only the sellers of that account', async () => {
    const own = {
      version: '1.0',
      sellers: [{ seller_id: 'a2', seller_type: 'PUBLISHER', name: 'Press', domain: 'press.example' }],
    };
    for (const host of ['ads.press.example', 'Ads.Press.example:8090', 'press.example']) {
      expect((await requestSellers(host)).file).toEqual(own);
    }
  });

  test('is JSON that any page may read and any cache may store, by its ETag', async () => {
    const { headers } = await requestSellers('platform.example');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const again = await requestSellers('platform.example', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await requestSellers('platform.example', {}, 'HEAD');
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', headers['etag']]);
  });

  test('follows the snapshot', async () => {
    await requestSellers('platform.example');
    applyMessage(serving.snapshot, { type: 'row', entity: 'subpublisher', id: 5, row: null });
    publishVersion(2);
    const { text } = await requestSellers('platform.example');
    expect(text).not.toContain('blog');
  });

  test('is unavailable before there is a snapshot: an incomplete list would unauthorize sellers', async () => {
    isLoaded = false;
    expect((await requestSellers('platform.example')).status).toBe(503);
  });

  test('only trusts the host of a proxy if proxies are trusted', async () => {
    const forwarded = { 'x-forwarded-host': 'ads.press.example' };
    expect((await requestSellers('platform.example', forwarded)).text).toContain('blog');
    const trusting = await startTestServing({
      env: { ...platform, TRUST_PROXY: '1' },
      snapshot: () => serving.snapshot,
    });
    try {
      const answer = await request(`${trusting.url}/sellers.json`, { headers: forwarded });
      expect(await answer.body.text()).not.toContain('blog');
    } finally {
      await trusting.close();
    }
  });
});
