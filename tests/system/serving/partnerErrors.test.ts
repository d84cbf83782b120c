import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, tokenKey, type TestServing } from './testServing.ts';

let partner: TagServer;
let serving: TestServing;
beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  partner.seen.length = 0;
  serving.events.length = 0;
});

const errorUrlsIn = (xml: string) =>
  [...xml.matchAll(/<Error><!\[CDATA\[(.*?)\]\]><\/Error>/g)].map(([, url = '']) => url);
/** The public URL leads to the test's server. */
const call = (url: string) => fetch(url.replace('https://ads.example', serving.url));
const reported = () => partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/error'));

/** An ad of a tag that wraps another, each with an Error URL; stored, or called. */
function sellAd(source: 'stored' | 'url'): void {
  const inline = buildVast({ kind: 'inline', error: `${partner.url}/error/inner?code=[ERRORCODE]` });
  partner.on('/inner', answers(inline));
  partner.on(
    '/outer',
    answers(
      buildVast({ kind: 'wrapper', to: `${partner.url}/inner`, error: `${partner.url}/error/outer?e=[ERRORCODE]` }),
    ),
  );
  serving.useTags([
    source === 'stored'
      ? buildTag({ source, vastXml: inline, url: '' })
      : buildTag({ source, url: `${partner.url}/outer`, handling: 'unwrap' }),
  ]);
}

test.each([
  ['stored', ['/error/inner?code=405']],
  ['url', ['/error/outer?e=405', '/error/inner?code=405']],
] as const)(
  'VAST 2.0, 2.2.5.2: an ad (%s) has one Error URL, through which those of its partners are called',
  async (source, expected) => {
    sellAd(source);
    const { xml } = await serving.requestAd('vast=2');
    const [ours = '', ...others] = errorUrlsIn(xml);
    expect(others).toEqual([]);
    expect((await call(ours.replace('[ERRORCODE]', '405'))).status).toBe(200);
    await expect.poll(reported).toEqual(expected);
    expect(serving.events).toMatchObject([{ event: 'error', verdict: 'valid', errorCode: 405 }]);
  },
);

test('VAST 3.0: players call the Error URLs of partners themselves', async () => {
  sellAd('url');
  const { xml } = await serving.requestAd('vast=3');
  const urls = errorUrlsIn(xml);
  expect(urls).toHaveLength(3);
  expect(urls.join()).not.toContain('er=');
});

test('errors that were sealed for another ad, or by someone else, are not reported', async () => {
  sellAd('stored');
  const first = errorUrlsIn((await serving.requestAd('vast=2')).xml)[0] ?? '';
  const second = errorUrlsIn((await serving.requestAd('vast=2')).xml)[0] ?? '';
  const foreign = createUrlSealer({ secret: 'ab'.repeat(32), lifetimeMs: 60_000 });
  const ownOf = (url: string) => new URL(url).searchParams.get('er') ?? '';
  const withErrors = (errors: string) => first.replace(ownOf(first), errors).replace('[ERRORCODE]', '405');
  const sealed = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: 60_000 }).seal(
    `${partner.url}/error`,
    Date.now(),
  );
  for (const errors of [ownOf(second), foreign.seal('{}', Date.now()), sealed, 'x', '']) {
    expect((await call(withErrors(errors))).status).toBe(200);
  }
  // The last request is the only one that is reported.
  await call(withErrors(ownOf(first)));
  await expect.poll(reported).toEqual(['/error/inner?code=405']);
});
