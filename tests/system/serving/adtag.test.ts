import { runInNewContext } from 'node:vm';
import { gunzipSync, brotliDecompressSync, gzipSync, brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { rawGet } from './http/rawGet.ts';
import { startTestServing, type TestServing } from './testServing.ts';

let serving: TestServing;
const { uid } = buildChannel();
const source = 'window.bidhouse = {};';
const file = (text: string, etag: string) => {
  const plain = Buffer.from(text);
  return { plain, gzip: gzipSync(plain), brotli: brotliCompressSync(plain), etag };
};

beforeAll(async () => {
  serving = await startTestServing({
    adtag: { script: file(source, 's1'), frame: file('<!doctype html>', 'f1'), preview: null },
  });
  serving.useTags([buildTag()]);
});
afterAll(() => serving.close());

describe('the SDK script', () => {
  test.each([
    ['br', 'gzip, deflate, br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, 'identity', (body: Buffer) => body],
  ])('is sent as %s to those who take %s', async (coding, accepted, decoded) => {
    const { status, headers, body } = await rawGet(`${serving.url}/adtag.js`, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], decoded(body).toString()]).toEqual([200, coding, source]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      'cache-control': expect.stringMatching(/^public, max-age=900\b/),
    });
  });

  test('is cached by its ETag, one for each coding', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) => {
        const answer = await rawGet(`${serving.url}/adtag.js`, { 'accept-encoding': accepted });
        return [accepted, String(answer.headers.etag)] as const;
      }),
    );
    expect(new Set(etags.map(([, etag]) => etag)).size).toBe(3);
    for (const [accepted, etag] of etags) {
      const headers = { 'accept-encoding': accepted, 'if-none-match': `"old", W/${etag}` };
      const { status, body } = await rawGet(`${serving.url}/adtag.js`, headers);
      expect([status, body.length]).toEqual([304, 0]);
    }
  });

  test('returns an error if it is not built', async () => {
    const bare = await startTestServing();
    const answer = await fetch(`${bare.url}/adtag.js`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ problems: [{ code: 'not_built' }] });
    await bare.close();
  });
});

test('whatever is written into the frame of banners has an opaque origin', async () => {
  const { headers } = await fetch(`${serving.url}/adtag/frame.html`);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts /);
  expect(headers.get('content-security-policy')).not.toContain('same-origin');
});

/** Runs a tag in a separate page; returns its effects there. */
function run(script: string, bidhouse?: object) {
  const slots: unknown[] = [];
  const added: Record<string, unknown>[] = [];
  const parentNode = { insertBefore: (element: object) => void slots.push(element) };
  const page: Record<string, unknown> = bidhouse ? { bidhouse } : {};
  const document = {
    currentScript: { src: 'https://ads.example/base/tag/x.js?size=1x1', parentNode, nextSibling: null, nonce: 'n1' },
    createElement: (name: string) => ({ name }),
    head: { appendChild: (element: Record<string, unknown>) => void added.push(element) },
  };
  runInNewContext(script, { document, window: page });
  const { cmd = [] } = (page['bidhouse'] ?? {}) as { cmd?: (() => void)[] };
  return { slots, added, cmd, page };
}

describe('a display tag', () => {
  const tagOf = async (query: string) => (await fetch(`${serving.url}/tag/${uid}.js?${query}`)).text();

  /** Slots that the tag requests from the SDK. */
  async function shown(query: string): Promise<Record<string, unknown>> {
    const { page, cmd } = run(await tagOf(query));
    let options: Record<string, unknown> = {};
    Object.assign(page['bidhouse'] as object, { display: (given: Record<string, unknown>) => void (options = given) });
    for (const command of cmd) command();
    return options;
  }

  test('may be cached for minutes by everyone', async () => {
    const { status, headers } = await fetch(`${serving.url}/tag/${uid}.js?size=300x250`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('inserts a slot after itself and loads the SDK from its own origin', async () => {
    const { slots, added } = run(await tagOf('size=300x250'));
    expect(slots).toEqual([{ name: 'div' }]);
    expect(added).toEqual([{ name: 'script', async: true, src: 'https://ads.example/base/adtag.js', nonce: 'n1' }]);
  });

  test('loads it once, and not at all if it is loaded already', async () => {
    const script = await tagOf('');
    expect(run(script, { cmd: [], version: '1.0.0' }).added).toEqual([]);
    const { page } = run(script);
    expect(run(script, page['bidhouse'] as object).added).toEqual([]);
  });

  test('passes on its parameters, without unfilled ones', async () => {
    const query =
      'size=300x250,320x50&refresh=30&timeout=900&collapse=0&cb=123&URL=https%3A%2F%2Fnews.example%2F%3Fa%3D1&gdpr=${GDPR}&gdpr_consent=C1&section=a%20b';
    expect(await shown(query)).toEqual({
      target: { name: 'div' },
      ads: 'https://ads.example/base',
      channel: uid,
      sizes: '300x250,320x50',
      refresh: 30,
      timeoutMs: 900,
      collapse: false,
      params: { url: 'https://news.example/?a=1', gdpr_consent: 'C1', section: 'a b' },
    });
  });

  test('is harmless whatever its parameters contain', async () => {
    const nasty = `</script><script>"'\\\u2028\u2029x`;
    const query = new URLSearchParams({ section: nasty, [nasty]: 'x' });
    expect(await tagOf(String(query))).not.toMatch(/[<\u2028\u2029]/);
    expect(await shown(String(query))).toMatchObject({ params: { section: nasty, [nasty.toLowerCase()]: 'x' } });
    expect((await shown(`section=${'x'.repeat(5000)}&a=1`))['params']).toEqual({ a: '1' });
  });

  test.each(['nobody.js', 'nobody', '..%2fadtag.js', '%00.js', `${uid}.css`])(
    '%s is a script that does nothing',
    async (name) => {
      const answer = await fetch(`${serving.url}/tag/${name}?size=300x250`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
      const { slots, added, page } = run(await answer.text());
      expect([slots, added, page]).toEqual([[], [], {}]);
    },
  );
});
