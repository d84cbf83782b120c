import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createTokenSigner } from '#events/token/token.ts';
import { startTestServing, tokenKey, tokenLifetimeMs, type TestServing } from './testServing.ts';

describe('a hit on a tracking URL', () => {
  let serving: TestServing;
  let urls: Map<string, string>;
  let serveId: string;

  beforeAll(async () => {
    serving = await startTestServing();
    serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' })]);
    const { xml, record } = await serving.requestAd('url=https://news.example/');
    serveId = record.serveId;
    urls = new Map(
      [...xml.matchAll(/https:\/\/ads\.example(\/e\/(\w+)\/[^\]]+)/g)].map(([, path, event]) => [
        event ?? '',
        `${serving.url}${path?.replace('?code=[ERRORCODE', '')}`,
      ]),
    );
  });
  afterAll(() => serving.close());
  beforeEach(() => void (serving.events.length = 0));

  const urlOf = (event: string) => urls.get(event) ?? '';

  test.each(['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'click'])(
    '%s is stored as valid with the ad’s payload',
    async (event) => {
      const response = await fetch(urlOf(event));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/gif');
      expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(
        'R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
      );
      expect(serving.events).toMatchObject([
        {
          type: 'event',
          event,
          verdict: 'valid',
          errorCode: 0,
          payload: {
            serveId,
            origin: { demandId: 1, channelId: 1, site: 'news.example' },
            ad: { tagId: 1, advertiserId: 1, tier: 1, rev: 3_000_000, cost: 2_100_000, systemCost: 20_000 },
          },
        },
      ]);
    },
  );

  test('gets a response of the type of its request', async () => {
    const beacon = await fetch(urlOf('start'), { method: 'POST', body: '{"any": "body"}' });
    expect(beacon.status).toBe(204);
    const typed = await fetch(urlOf('start'), {
      method: 'POST',
      body: 'x'.repeat(100_000),
      headers: { 'content-type': 'application/json' },
    });
    expect(typed.status).toBe(204);
    const preflight = await fetch(urlOf('start'), { method: 'OPTIONS', headers: { origin: 'https://p.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(serving.events).toHaveLength(2);
  });

  test('from a page gets CORS credentials for its origin, and is never cached', async () => {
    const response = await fetch(urlOf('start'), { headers: { origin: 'https://player.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://player.example');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('that is repeated is stored each time: counting selects the first one', async () => {
    await fetch(urlOf('impression'));
    await fetch(urlOf('impression'));
    expect(serving.events.map(({ verdict }) => verdict)).toEqual(['valid', 'valid']);
  });

  test.each([
    ['made up', '/e/impression/abc.def'],
    ['cut off', '/e/impression/abc.'],
    ['too long', `/e/impression/${'a'.repeat(5000)}`],
  ])('with a token that is %s is stored as forged and gets the same response', async (_, path) => {
    const response = await fetch(`${serving.url}${path}`);
    expect(response.status).toBe(200);
    expect(serving.events).toMatchObject([{ verdict: 'forged', payload: null }]);
  });

  test('with the token of another event is forged', async () => {
    await fetch(urlOf('start').replace('/e/start/', '/e/impression/'));
    expect(serving.events).toMatchObject([{ event: 'impression', verdict: 'forged' }]);
  });

  test('with an expired token is stored as expired, with its payload', async () => {
    await fetch(urlOf('impression'));
    const payload = serving.events[0]?.payload;
    if (!payload) throw new Error('no payload');
    const servedAt = payload.servedAt - tokenLifetimeMs - 2000;
    const old = createTokenSigner(tokenKey).sign({ ...payload, servedAt });
    expect((await fetch(`${serving.url}/e/${old.path('impression')}`)).status).toBe(200);
    expect(serving.events[1]).toMatchObject({ verdict: 'expired', payload: { serveId } });
  });

  test.each([
    ['?code=303', 303],
    ['?code=[ERRORCODE]', 900],
    ['?code=%5BERRORCODE%5D', 900],
    ['?code=junk', 900],
    ['?code=', 900],
    ['', 900],
  ])('on the error URL with %j has the code %i', async (query, errorCode) => {
    await fetch(`${urlOf('error')}${query}`);
    expect(serving.events).toMatchObject([{ event: 'error', verdict: 'valid', errorCode }]);
  });

  test('of an unknown event is not found', async () => {
    const response = await fetch(`${serving.url}/e/applause/abc.def`);
    expect(response.status).toBe(404);
    expect(serving.events).toEqual([]);
  });
});
