import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { noticeUrl } from '#serving/notices/noticeUrl.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { buildBidder } from '../bidders.ts';
import { rawRequest } from './rawRequest.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, tokenKey, tokenLifetimeMs, type TestServing } from '../testServing.ts';

const channel = buildChannel();
const bidder = buildBidder('https://bidder.example/bid', { id: 2, uid: 'tag0000000000002' });

let partner: TagServer;
let serving: TestServing;
/** Paths by what GET counts or sets. */
let paths: Record<string, string>;

beforeAll(async () => {
  partner = await startTagServer();
  partner.on('/inline', answers(buildVast({ kind: 'inline' })));
  for (const path of ['/won', '/bill', '/last']) partner.on(path, answers(''));
  serving = await startTestServing({ env: { TRACE_SHARE: '1' } });
  serving.useTags([buildTag({ url: `${partner.url}/inline` }), bidder]);
});
beforeEach(async () => {
  const { xml } = await serving.requestAd();
  const pathOf = (event: string) =>
    new RegExp(`https://ads\\.example(/e/${event}/[\\w.-]+)`).exec(xml)?.[1] ?? expect.fail(`no ${event}`);
  const impression = pathOf('impression');
  paths = {
    impression,
    start: pathOf('start'),
    complete: pathOf('complete'),
    click: pathOf('click'),
    error: `${pathOf('error')}?code=303`,
    'a view': impression.replace('/impression/', '/viewable/'),
    'a supplier’s win': impression.replace('/e/impression/', '/n/win/'),
    'a supplier’s bill': impression.replace('/e/impression/', '/n/bill/'),
    'a supplier’s loss': impression.replace('/e/impression/', '/n/loss/'),
    'a click that leads on': impression.replace('/e/impression/', '/c/').concat('/sealed'),
    'a bidder’s win': notice('win', '/won'),
    'a bidder’s bill': notice('bill', '/bill'),
    'an ad': `/vast/${channel.uid}`,
    'an id': `/setuid?bidder=${bidder.uid}&uid=viewer-1`,
    'the settings of an app': '/sdk/v1/config?key=any',
    'a tag': `/tag/${channel.uid}.js`,
  };
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});

const names = [
  'impression',
  'start',
  'complete',
  'click',
  'error',
  'a view',
  'a supplier’s win',
  'a supplier’s bill',
  'a supplier’s loss',
  'a click that leads on',
  'a bidder’s win',
  'a bidder’s bill',
  'an ad',
  'an id',
  'the settings of an app',
  'a tag',
] as const;

/**
 * Calls are sent in order: once the partner has been called for this, it has been for all before. This one is not in
 * `seen`.
 */
async function settle(): Promise<void> {
  await rawRequest(serving.url, `GET ${notice('win', '/last')} HTTP/1.1`);
  await expect.poll(() => partner.seen.some(({ url }) => url === '/last')).toBe(true);
  partner.seen.splice(0, Infinity, ...partner.seen.filter(({ url }) => url !== '/last'));
}

function notice(kind: 'win' | 'bill', path: string): string {
  const sealer = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: tokenLifetimeMs });
  return noticeUrl({ adsUrl: '', sealer }, { kind, url: `${partner.url}${path}` }, Date.now());
}

describe('RFC 9110, 9.3.2: HEAD', () => {
  test.each(names)('for %s responds as GET does, without a body', async (name) => {
    const head = await rawRequest(serving.url, `HEAD ${paths[name]} HTTP/1.1`);
    const get = await rawRequest(serving.url, `GET ${paths[name]} HTTP/1.1`);
    expect(head.status).toBe(get.status);
    expect(head.body).toBe('');
    const cachingHeaders = (answer: typeof get) => [
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ];
    expect(cachingHeaders(head)).toEqual(cachingHeaders(get));
  });

  test('counts nothing, sets no cookie, calls no partner, and uses no limits', async () => {
    const recordLists = [serving.serves, serving.events, serving.traces];
    for (const list of recordLists) list.length = 0;
    await settle();
    partner.seen.length = 0;
    for (const name of names) {
      const head = await rawRequest(serving.url, `HEAD ${paths[name]} HTTP/1.1`);
      expect(head.headers.get('set-cookie'), name).toBeUndefined();
    }
    await settle();
    expect(partner.seen.map(({ url }) => url)).toEqual([]);
    expect(recordLists.map((list) => list.length)).toEqual([0, 0, 0]);
    for (const name of names) await rawRequest(serving.url, `GET ${paths[name]} HTTP/1.1`);
    await expect.poll(() => partner.seen.map(({ url }) => url).toSorted()).toEqual(['/bill', '/inline', '/won']);
    expect(recordLists.map((list) => list.length)).toEqual([1, 10, 1]);
  });

  test('for an unknown path is not found', async () => {
    expect((await rawRequest(serving.url, 'HEAD /e/applause/abc.def HTTP/1.1')).status).toBe(404);
    expect((await rawRequest(serving.url, 'HEAD /setuid?bidder=nobody&uid=1 HTTP/1.1')).status).toBe(400);
  });
});
