import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCreative, buildImage } from '#tests/support/engine/buildCreative.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildPayload } from '#tests/support/events/buildRecord.ts';
import { createTokenSigner } from '#events/token/token.ts';
import { writeManifest } from '#model/buying/bundleManifest.ts';
import { previewLifetimeMs } from '#model/buying/sealedPreview.ts';
import type { CreativeRow } from '#model/index.ts';
import { headersOf, httpsOnly } from '#runtime/headers/headersOf.ts';
import type { ResponseKind } from '#runtime/headers/responseHeaders.ts';
import { governedHeaders } from '#tests/support/headers/governedHeaders.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { clickUrlOf } from '#serving/clicks/clickUrlOf.ts';
import { createAnswerMedia } from '#serving/media/answerMedia.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { openMedia, openMediaReader } from '#storage/media/openMedia.ts';
import type { MediaStore } from '#storage/media/mediaStore.ts';
import { fillClickMacros } from '#standards/clickMacro.ts';
import { startFakeS3, type FakeS3 } from '../../stores/fakeS3.ts';
import { startTestServing, tokenKey, type TestServing } from './testServing.ts';

let folder: string;
let bucket: FakeS3;
let serving: TestServing;
let store: MediaStore;
const clicks = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: 60_000, use: 'clicks' });
const previews = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: previewLifetimeMs, use: 'previews' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-media-'));
  bucket = await startFakeS3();
  store = await openMedia(folder, undefined);
  const files = await openMediaReader(folder, { url: undefined, cacheMb: 10 });
  serving = await startTestServing({ env: { CONSOLE_URL: 'https://console.example' }, files });
});
afterAll(async () => {
  await serving.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function put(content: string, ending: string, into = store): Promise<string> {
  const name = digestOf(content) + ending;
  const path = join(folder, 'upload');
  await writeFile(path, content);
  await into.put(name, path);
  return name;
}

async function putBundle(): Promise<string> {
  const files = new Map([
    ['index.html', await put('<!doctype html><script src="js/a b.js"></script>', '.html')],
    ['js/a b.js', await put('document.title = 1', '.js')],
  ]);
  return put(writeManifest(files), '');
}

const requestMedia = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${serving.url}${path}`, { redirect: 'manual', headers, ...init });

test('a file is closed whose viewer has left before it is open', async () => {
  const stream = Readable.from(['0123456789']);
  const answers = createServer((message, response) => {
    const read = async () => {
      viewer.destroy();
      await once(response, 'close');
      return stream;
    };
    const files = { stat: async () => ({ bytes: 10, putAt: 0 }), read, close: async () => undefined };
    void createAnswerMedia({ media: { files }, logger: createLogger({ level: 'silent', role: 'test' }) })(
      message,
      response,
    );
  });
  await new Promise<void>((listening) => answers.listen(0, '127.0.0.1', listening));
  const { port } = answers.address() as AddressInfo;
  const viewer = get(`http://127.0.0.1:${port}/media/${digestOf('')}.mp4`).on('error', () => undefined);
  await expect.poll(() => stream.destroyed).toBe(true);
  answers.close();
});

describe('a file of a creative', () => {
  let path: string;
  beforeAll(async () => {
    path = `/media/${await put('0123456789', '.mp4')}`;
  });

  test('is served to everyone, permanently', async () => {
    const answer = await requestMedia(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: `"${digestOf('0123456789')}"`,
    });
  });

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
  ])('is served in parts: %s', async (range, status, text, contentRange) => {
    const answer = await requestMedia(path, { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test('is not sent to clients that have it, and in parts only of the version that they started with', async () => {
    const etag = `"${digestOf('0123456789')}"`;
    expect((await requestMedia(path, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    expect((await requestMedia(path, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await requestMedia(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    const head = await requestMedia(path, {}, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await requestMedia(path, {}, { method: 'OPTIONS' })).status).toBe(204);
  });

  /** fetch normalizes addresses; malicious clients do not. */
  const statusOf = (address: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(serving.url);
      get({ hostname, port, path: address }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });

  test('is all that an address can reach', async () => {
    await writeFile(join(folder, 'secret'), 'secret');
    const bundle = await putBundle();
    const addresses = [
      '/media/',
      '/media/../secret',
      '/media/%2e%2e/secret',
      '/media/..%2fsecret',
      `/media/${bundle}`,
      `/media/${bundle}/../../../secret`,
      `/media/${bundle}/..%2f..%2f..%2fsecret`,
      `/media/${bundle}/%00`,
      `/media/${bundle}/%zz`,
      `/media/${bundle}/toString`,
      `/media/${'0'.repeat(64)}.mp4`,
      `/media/${'0'.repeat(64)}/index.html`,
      `${path}.mp4`,
    ];
    for (const address of addresses) expect(await statusOf(address), address).toBe(404);
  });

  test('of a bundle is found by its path, and runs in an origin of its own', async () => {
    const bundle = await putBundle();
    const page = await requestMedia(`/media/${bundle}/index.html?clickTag=https%3A%2F%2Fx.example`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts (?!.*allow-same-origin)/);
    expect(await (await requestMedia(`/media/${bundle}/`)).text()).toContain('<script');
    const script = await requestMedia(`/media/${bundle}/js/a%20b.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  });
});

describe('files in a bucket', () => {
  test('are streamed immediately, cached on this machine, and distinguished from a bucket that is down', async () => {
    const away = await openMedia(folder, bucket.url);
    const own = join(folder, 'node');
    const files = await openMediaReader(own, { url: bucket.url, cacheMb: 10 });
    const other = await startTestServing({ files });
    const name = await put('from far away', '.webm', away);
    const url = `${other.url}/media/${name}`;
    const part = await fetch(url, { headers: { range: 'bytes=5-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'far']);
    await expect.poll(() => readdir(join(own, 'media-cache', name.slice(0, 2))).catch(() => [])).toEqual([name]);
    const requestCount = bucket.requests.length;
    expect(await (await fetch(url)).text()).toBe('from far away');
    expect(bucket.requests).toHaveLength(requestCount);
    expect((await fetch(`${other.url}/media/${'1'.repeat(64)}.mp4`)).status).toBe(404);
    await other.close();
    await files.close();
    await away.close();
  });

  test('that were not requested lately are evicted from the machine when there are too many', async () => {
    const away = await openMedia(folder, bucket.url);
    const { cachedMedia } = await import('#storage/media/cachedMedia.ts');
    const own = join(folder, 'small');
    const reader = cachedMedia(away, { folder: own, maxBytes: 100 });
    const names = [await put('a'.repeat(40), '.mp4', away), await put('b'.repeat(60), '.mp4', away)];
    for (const name of names) (await reader.read(name))?.resume();
    await reader.close();
    // A file larger than half of the cache is not cached at all.
    expect((await readdir(own, { recursive: true })).filter((name) => name.endsWith('.mp4'))).toEqual([
      join(names[0]?.slice(0, 2) ?? '', names[0] ?? ''),
    ]);
  });
});

describe('a click', () => {
  const payload = (servedAt = Date.now()) => buildPayload({ servedAt: Math.floor(servedAt / 1000) * 1000 });
  const addressOf = (landing: string | null, served = payload(), adomain = 'brand.example') => {
    const click = `https://ads.example/e/${createTokenSigner(tokenKey).sign(served).path('click')}`;
    const deps = { adsUrl: '', media: { clicks } as never };
    return clickUrlOf(deps, { serveId: served.serveId, click, adomain, at: Date.now() })(landing);
  };

  test('is on disk, and redirects to its landing page', async () => {
    const answer = await requestMedia(addressOf('https://brand.example/spring?a=1&b=ä'));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://brand.example/spring?a=1&b=%C3%A4']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(serving.events.at(-1)).toMatchObject({ event: 'click', verdict: 'valid' });
  });

  test('redirects each time, also when it comes too late to count', async () => {
    const late = addressOf('https://brand.example/', payload(Date.now() - 7_200_000));
    for (let times = 0; times < 2; times += 1) expect((await requestMedia(late)).status).toBe(302);
    expect(serving.events.at(-1)).toMatchObject({ event: 'click', verdict: 'expired' });
  });

  test('that is forged redirects nowhere', async () => {
    const good = addressOf('https://brand.example/');
    const [, , token = '', sealed = ''] = good.split('/');
    const other = addressOf('https://evil.example/', buildPayload({ serveId: 'zzzzzzzzzzzzzzzz' }));
    const notice = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: 60_000 }).seal(
      `${payload().serveId} https://evil.example/`,
      Date.now(),
    );
    const forged = [
      `/c/${withOtherBits(token, token.indexOf('.') + 1)}/${sealed}`,
      `/c/${withOtherBits(token, 4)}/${sealed}`,
      `/c/${token}/${withOtherBits(sealed, sealed.length - 3)}`,
      // Sealed by us, for another serve, or for another use.
      `/c/${token}/${other.split('/')[3]}`,
      `/c/${token}/${notice}`,
      `/c/x/y?to=https%3A%2F%2Fevil.example`,
    ];
    for (const address of forged) {
      const answer = await requestMedia(address);
      expect([answer.status, answer.headers.get('location')], address).toEqual([404, null]);
    }
  });

  test.each([
    ['https://brand.example/a?b=1', 302],
    ['https://shop.brand.example/', 302],
    ['https://evil.example/?brand.example', 404],
    ['https://brand.example.evil.example/', 404],
    ['javascript:alert(1)//brand.example', 404],
    ['', 404],
  ])('with a scripted page URL redirects to the advertiser only: %s', async (page, status) => {
    const markup = fillClickMacros('${CLICK_URL}', addressOf) + encodeURIComponent(page);
    const answer = await requestMedia(markup);
    expect(answer.status).toBe(status);
    if (status === 302) expect(answer.headers.get('location')).toBe(page);
    expect((await requestMedia(addressOf(null, payload(), '') + encodeURIComponent(page))).status).toBe(404);
  });

  test('that a program only previews counts nothing', async () => {
    const count = serving.events.length;
    const answer = await requestMedia(addressOf('https://brand.example/'), {}, { method: 'HEAD' });
    expect(answer.status).toBe(302);
    expectKind(answer, 'click');
    expect(serving.events).toHaveLength(count);
  });
});

/** Expects the headers that the table has for a kind of response. */
function expectKind(answer: Response, kind: ResponseKind): void {
  const own = headersOf(kind, { consoleOrigin: 'https://console.example' });
  expect(governedHeaders(Object.fromEntries(answer.headers))).toEqual({ ...own, [httpsOnly[0]]: httpsOnly[1] });
}

/** A base64url text with another character at a position other than the last, which has unused bits. */
function withOtherBits(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

describe('a preview', () => {
  const show = (row: CreativeRow | null) => {
    const message = { type: 'row', entity: 'creative', id: row?.id ?? 1, row } as const;
    applyMessage(serving.snapshot, message);
  };
  const preview = (id = 1, version = 1) =>
    requestMedia(`/preview/${previews.seal(JSON.stringify({ id, version }), Date.now())}`);

  test.each<[string, Partial<CreativeRow>, string]>([
    ['a video', {}, '<div id="player"></div><script type="application/json" id="ad">{"vast":"\\u003c?xml'],
    ['an image', { type: 'image', files: [buildImage()] }, '<a href="https://brand.example/spring?a=1'],
    [
      'a tag',
      { type: 'tag', markup: '<b onclick="open(\'${CLICK_URL}https://x.example/\')">' },
      "open('https://x.example/')",
    ],
    ['a native ad', { type: 'native', title: 'A < B', sponsor: 'Brand', files: [buildImage()] }, 'A &lt; B'],
    ['nothing yet', { files: [] }, 'No file has been uploaded yet.'],
  ])('shows %s', async (_, values, expected) => {
    show(buildCreative(values));
    const answer = await preview();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(expected);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups (?!.*allow-same-origin)/);
    expect(policy).toContain('frame-ancestors https://console.example');
    expectKind(answer, 'preview');
  });

  test('waits for the state of the creative that it was requested with', async () => {
    show(buildCreative({ version: 1, files: [] }));
    const answer = preview(1, 2);
    setTimeout(() => show(buildCreative({ version: 2 })), 150);
    expect(await (await answer).text()).toContain('id="player"');
  });

  test('expires, and cannot be forged', async () => {
    show(buildCreative());
    const sealed = previews.seal(JSON.stringify({ id: 1, version: 1 }), Date.now() - previewLifetimeMs - 1000);
    expect((await requestMedia(`/preview/${sealed}`)).status).toBe(404);
    expect((await requestMedia('/preview/x')).status).toBe(404);
    expect((await requestMedia(`/preview/${clicks.seal('{"id":1,"version":1}', Date.now())}`)).status).toBe(404);
  });
});
