import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildChannel,
  buildSubpublisher,
  buildTag,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { defaultSeller } from '#model/index.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const { uid } = buildChannel();
const bidRequest = JSON.stringify({
  id: 'r1',
  imp: [{ id: '1', video: { mimes: ['video/mp4'], w: 640, h: 360, protocols: [2, 3, 7] } }],
  site: { page: 'https://news.example/' },
  device: { ua: 'Mozilla/5.0', ip: '203.0.113.9' },
});
const prebidRequest = JSON.stringify({
  ...(JSON.parse(bidRequest) as object),
  imp: [{ id: '1', tagid: uid, video: { mimes: ['video/mp4'], w: 640, h: 360, protocols: [2, 3, 7] } }],
});

let serving: TestServing;
beforeAll(async () => {
  serving = await startTestServing({ env: { SELLER_DOMAIN: 'platform.example' } });
  serving.useTags([buildTag({ source: 'stored', url: '', vastXml: buildVast({ kind: 'inline' }) })]);
  const seller = (id: number) =>
    buildSubpublisher({ id, name: `Publisher ${id}`, sellersJson: { ...defaultSeller, id: `s${id}`, status: 1 } });
  const rows = { demand: [buildAccount()], subpublisher: Array.from({ length: 30 }, (_, index) => seller(index + 10)) };
  for (const message of messagesOf(rows)) applyMessage(serving.snapshot, message);
});
afterAll(() => serving.close());

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

async function call(method: string, path: string, accepted: string | null, text = ''): Promise<Answer> {
  const headers = { ...(accepted === null ? {} : { 'accept-encoding': accepted }), 'content-length': text.length };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(`${serving.url}${path}`, { method, headers }, resolve).on('error', reject).end(text);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

const routes: [name: string, method: 'GET' | 'POST', path: string, body?: string][] = [
  ['/vast', 'GET', `/vast/${uid}`],
  ['/rtb', 'POST', `/rtb/${uid}`, bidRequest],
  ['/openrtb2/auction', 'POST', '/openrtb2/auction', prebidRequest],
  ['/sellers.json', 'GET', '/sellers.json'],
  ['a tag script', 'GET', `/tag/${uid}.js?key=${'value-'.repeat(200)}`],
];

describe.each(routes)('RFC 9110, 12.5.3: %s', (_name, method, path, body) => {
  test.each(['br', 'gzip'] as const)('is compressed as %s where that is accepted', async (coding) => {
    const [answer, plain] = [await call(method, path, coding, body), await call(method, path, null, body)];
    expect([answer.status, plain.status]).toEqual([200, 200]);
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(answer.body.length),
      'content-type': plain.headers['content-type'],
    });
    const decoded = decoders[coding](answer.body);
    // Tokens and times differ between two answers.
    expect(Math.abs(decoded.length - plain.body.length)).toBeLessThan(50);
    expect(decoded.subarray(0, 30).toString()).toBe(plain.body.subarray(0, 30).toString());
    expect(answer.body.length).toBeLessThan(decoded.length * 0.8);
  });

  test.each([null, 'identity', 'gzip;q=0, br;q=0', 'deflate'])(
    'is sent as it is to who accepts %s',
    async (accepted) => {
      const answer = await call(method, path, accepted, body);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(answer.body.length).toBeGreaterThan(1024);
    },
  );

  test('says that it varies, compressed or not (12.5.5)', async () => {
    for (const accepted of [null, 'gzip']) {
      expect((await call(method, path, accepted, body)).headers.vary).toBe('Accept-Encoding');
    }
  });
});

test.each(['/sellers.json', routes[4]?.[2] ?? ''])(
  'RFC 9110, 9.3.2: HEAD for %s has the headers of GET',
  async (path) => {
    for (const accepted of [null, 'br', 'gzip']) {
      const [head, whole] = [await call('HEAD', path, accepted), await call('GET', path, accepted)];
      const shared = ({ headers }: Answer) => [headers['content-length'], headers['content-encoding'], headers.etag];
      expect(shared(head)).toEqual(shared(whole));
      expect(head.body.length).toBe(0);
    }
  },
);

test('RFC 9110, 8.8.3: each coding of sellers.json has its own ETag, and is not sent again', async () => {
  const etags = new Set<unknown>();
  for (const accepted of ['identity', 'gzip', 'br']) {
    const { headers } = await call('GET', '/sellers.json', accepted);
    etags.add(headers.etag);
    const again = await fetch(`${serving.url}/sellers.json`, {
      headers: { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) },
    });
    expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
  }
  expect(etags.size).toBe(3);
});

test('a page’s origin varies too', async () => {
  const response = await fetch(`${serving.url}/vast/${uid}`, { headers: { origin: 'https://news.example' } });
  expect(response.headers.get('vary')).toBe('Origin, Accept-Encoding');
});

test('short answers and pixels are never compressed', async () => {
  for (const path of ['/vast', '/e/impression/token', '/healthz']) {
    const { headers } = await call('GET', path, 'br, gzip');
    expect([headers['content-encoding'], headers.vary], path).toEqual([undefined, undefined]);
  }
});
