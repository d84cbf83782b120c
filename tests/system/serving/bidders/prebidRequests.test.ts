import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { buildPageRequest, buildVideo } from '../bidders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
const path = '/openrtb2/auction';
const stored = buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }), url: '' });

describe('a request to POST /openrtb2/auction', () => {
  let serving: TestServing;

  beforeAll(async () => {
    serving = await startTestServing();
    serving.useTags([stored]);
  });
  afterAll(() => serving.close());
  beforeEach(() => {
    serving.serves.length = 0;
  });

  const send = (body: NonNullable<RequestInit['body']>, init: RequestInit = {}, query = ''): Promise<Response> =>
    fetch(`${serving.url}${path}${query}`, { method: 'POST', body, ...init });

  test.each<[string, (text: string) => Uint8Array<ArrayBuffer>, Record<string, string>, string]>([
    ['its flag alone', (text) => gzipSync(text), {}, '?gzip=1'],
    ['its header alone', (text) => gzipSync(text), { 'content-encoding': 'gzip' }, ''],
    ['both', (text) => gzipSync(text), { 'content-encoding': 'gzip' }, '?gzip=1'],
    ['deflate', (text) => deflateSync(text), { 'content-encoding': 'deflate' }, ''],
    ['brotli', (text) => brotliCompressSync(text), { 'content-encoding': 'br' }, ''],
  ])('is decompressed, as declared by %s', async (_, compress, headers, query) => {
    const response = await send(compress(JSON.stringify(buildPageRequest(channel))), { headers }, query);
    expect(((await response.json()) as BidResponse).seatbid).toHaveLength(1);
  });

  test('is refused with an error when it is not in its declared format, not JSON, or too large', async () => {
    const body = JSON.stringify(buildPageRequest(channel));
    const large = JSON.stringify(buildPageRequest(channel, { ext: { more: 'x'.repeat(600_000) } }));
    const cases: [NonNullable<RequestInit['body']>, Record<string, string>, string, number, string][] = [
      [body, {}, '?gzip=1', 400, 'bad_coding'],
      [body, { 'content-encoding': 'gzip' }, '', 400, 'bad_coding'],
      [body, { 'content-encoding': 'zstd' }, '', 415, 'unknown_coding'],
      [body, { 'content-encoding': 'constructor' }, '', 415, 'unknown_coding'],
      [body.slice(1), {}, '', 400, 'invalid_json'],
      ['', {}, '', 400, 'invalid_json'],
      [large, {}, '', 413, 'too_large'],
      [gzipSync(large), {}, '?gzip=1', 413, 'too_large'],
    ];
    for (const [sent, headers, query, status, code] of cases) {
      const response = await fetch(`${serving.url}${path}${query}`, { method: 'POST', body: sent, headers });
      expect([response.status, await response.json()]).toMatchObject([status, { problems: [{ code, path: '' }] }]);
    }
    expect(serving.serves).toEqual([]);
  });

  test('is refused with every fault at once, and nothing is recorded', async () => {
    const imp = [
      { id: '1', video: { ...buildVideo(), mimes: [] } },
      { id: '1', banner: {} },
      { banner: { w: -1, h: 2 } },
    ];
    const ext = { prebid: { targeting: { pricegranularity: 'finest' }, aliases: { x: 1 } } };
    const request = { ...buildPageRequest(channel), id: '', imp, app: {}, regs: { gdpr: 7 }, cur: ['EURO'], tmax: -1 };
    const response = await send(JSON.stringify({ ...request, ext }), { headers: { origin: 'https://news.example' } });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://news.example');
    const { problems } = (await response.json()) as { problems: { path: string; message: string }[] };
    expect(problems.map(({ path: each }) => each).sort()).toEqual([
      'app',
      'cur.0',
      'id',
      'imp.0.video.mimes',
      'imp.1.banner',
      'imp.1.id',
      'imp.2.banner.w',
      'imp.2.id',
      'regs.gdpr',
      'tmax',
    ]);
    const prebid = await send(JSON.stringify({ ...buildPageRequest(channel), ext }));
    const faults = (await prebid.json()) as { problems: { path: string }[] };
    expect([prebid.status, faults.problems.map((each) => each.path)]).toEqual([
      400,
      ['ext.prebid.targeting.pricegranularity', 'ext.prebid.aliases.x'],
    ]);
    expect(serving.serves).toEqual([]);
  });

  test('gets CORS headers for pages: with credentials for a named origin, without for all others', async () => {
    const text = JSON.stringify(buildPageRequest(channel));
    for (const origin of ['https://news.example', 'null', undefined]) {
      const { headers } = await send(text, { headers: origin === undefined ? {} : { origin } });
      const isNamed = origin !== undefined && origin !== 'null';
      expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, isNamed ? origin : '*']);
      expect(headers.get('access-control-allow-credentials')).toBe(isNamed ? 'true' : null);
      expect(headers.get('vary')).toBe(isNamed ? 'Origin, Accept-Encoding' : 'Accept-Encoding');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const preflight = await fetch(serving.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://news.example', 'access-control-request-headers': 'content-encoding' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-encoding');
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('is refused when it is about no site, no app and no DOOH, and the browser’s headers name none either', async () => {
    const { site: _site, ...request } = buildPageRequest(channel);
    const response = await send(JSON.stringify(request));
    expect([response.status, await response.json()]).toMatchObject([400, { problems: [{ path: 'site' }] }]);
  });

  test('gets no bid when nothing can be recorded', async () => {
    const broken = await startTestServing({
      spool: {
        append: () => Promise.reject(new Error('full')),
        appendDurably: () => Promise.reject(new Error('full')),
      },
      logger: createLogger({ level: 'silent', role: 'test' }),
    });
    broken.useTags([stored]);
    const response = await fetch(broken.url + path, {
      method: 'POST',
      body: JSON.stringify(buildPageRequest(channel)),
    });
    expect([response.status, await response.json()]).toEqual([200, { id: 'request-1', seatbid: [] }]);
    await broken.close();
  });
});
