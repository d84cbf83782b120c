import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { CandidateReason } from '#model/index.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { Unready } from '#runtime/readiness.ts';
import { validateVast } from '../../vast/validateVast.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const inline = buildVast({ kind: 'inline', error: 'https://partner.example/error?[ERRORCODE]' });

describe('an ad request', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    partner.on('/inline', answers(inline));
    for (let hops = 1; hops <= 6; hops += 1) {
      const to = hops === 1 ? `${partner.url}/inline` : `${partner.url}/wrap${hops - 1}`;
      const error = `${partner.url}/error?hop=${hops}&code=[ERRORCODE]`;
      partner.on(`/wrap${hops}`, answers(buildVast({ kind: 'wrapper', to, error })));
    }
    partner.on('/loop', answers(buildVast({ kind: 'wrapper', to: `${partner.url}/loop` })));
    partner.on('/hang', () => undefined);
    partner.on('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      const timer = setInterval(() => response.write('<'), 50);
      response.on('close', () => clearInterval(timer));
    });
    partner.on('/500', (_request, response) => response.writeHead(500).end('oh'));
    partner.on('/204', (_request, response) => response.writeHead(204).end());
    partner.on('/blank', answers('  \n'));
    partner.on('/noad', answers(buildVast({ kind: 'empty' })));
    partner.on('/10mb', answers(Buffer.alloc(10_000_000, ' ')));
    partner.on('/bomb', answers(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'content-encoding': 'gzip' }));
    partner.on('/gzip', answers(gzipSync(inline), { 'content-encoding': 'gzip' }));
    partner.on('/badgzip', answers('not gzip', { 'content-encoding': 'gzip' }));
    partner.on('/html', answers('<!doctype html><html><body>Not found</body></html>'));
    partner.on('/doctype', answers(`<!DOCTYPE VAST [<!ENTITY a "b">]>${inline}`));
    partner.on('/broken', answers(inline.slice(0, -40)));
    partner.on('/nomedia', answers(buildVast({ kind: 'inline', hasMedia: false })));
    partner.on('/cut', (request) => request.socket.destroy());
    partner.on('/redirect', (_request, response) => response.writeHead(302, { location: '/inline' }).end());
    partner.on('/redirects', (_request, response) => response.writeHead(302, { location: '/redirects' }).end());
    partner.on('/scheme', (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each<[string, CandidateReason | null]>([
    ['/inline', null],
    ['/wrap1', null],
    ['/wrap2', null],
    ['/wrap5', null],
    ['/gzip', null],
    ['/redirect', null],
    ['/wrap6', 'wrapper_limit'],
    ['/loop', 'wrapper_limit'],
    ['/hang', 'timeout'],
    ['/drip', 'timeout'],
    ['/500', 'http_error'],
    ['/404', 'http_error'],
    ['/redirects', 'http_error'],
    ['/badgzip', 'http_error'],
    ['/scheme', 'conn_error'],
    ['/cut', 'conn_error'],
    ['/204', 'empty'],
    ['/blank', 'empty'],
    ['/noad', 'empty'],
    ['/10mb', 'too_large'],
    ['/bomb', 'too_large'],
    ['/html', 'invalid_xml'],
    ['/doctype', 'invalid_xml'],
    ['/broken', 'invalid_xml'],
    ['/nomedia', 'no_media'],
  ])('to a tag that answers %s is answered with valid VAST, and its reason is %j', async (path, reason) => {
    // No other response reaches its timeout, however busy the machine.
    const timeoutMs = reason === 'timeout' ? 400 : 20_000;
    serving.useTags([buildTag({ url: `${partner.url}${path}`, timeoutMs })], { timeoutMs: 20_000 });
    const { response, xml, record } = await serving.requestAd();
    expect(response.status).toBe(200);
    expect(await validateVast(xml, '3.0')).toEqual([]);
    expect(xml.includes('<Ad')).toBe(reason === null);
    expect(record).toMatchObject({
      reason: reason === null ? null : 'no_answer',
      requestFee: 10_000,
      candidates: [{ tagId: 1, advertiserId: 1, tier: 1, reason, wasSent: true, hasAnswered: reason === null }],
    });
  });

  test('to a port without a listener is a connection error', async () => {
    serving.useTags([buildTag({ url: 'http://127.0.0.1:9/vast' })]);
    const { record } = await serving.requestAd();
    expect(record.candidates[0]?.reason).toBe('conn_error');
  });

  test('that fails after wrappers reports the error to each of them', async () => {
    partner.seen.length = 0;
    serving.useTags([buildTag({ url: `${partner.url}/wrap6` })]);
    await serving.requestAd();
    await expect
      .poll(() => partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/error')))
      .toHaveLength(6);
    expect(partner.seen.map(({ url }) => url)).toContain('/error?hop=6&code=302');
  });

  test('passes the viewer to the tag in headers and macros, except what a limited viewer does not allow', async () => {
    partner.seen.length = 0;
    const url = `${partner.url}/inline?p=[PAGEURL]&d=[DOMAIN]&ip=[DEVICEIP]&s=[PLAYERSIZE]&c=\${GDPR_CONSENT_12}&ifa=[IFA]&x=[CONTENTID]&y=[FOO]`;
    serving.useTags([buildTag({ url })]);
    const query =
      'url=https%3A%2F%2Fwww.News.example%2Fa%3Fb&ip=8.8.4.4&ua=Player%2F1%0d%0aX: y&w=640&h=360&consent=CQ';
    const { record } = await serving.requestAd(`${query}&lmt=1&did=device-1`);
    const [seen] = partner.seen;
    expect(seen?.url).toBe(
      '/inline?p=https%3A%2F%2Fwww.News.example%2Fa%3Fb&d=news.example&ip=8.8.4.0&s=640,360&c=CQ&ifa=-2&x=-1&y=[FOO]',
    );
    expect(seen?.headers).toMatchObject({
      'x-device-ip': '8.8.4.0',
      'x-forwarded-for': '8.8.4.0',
      'x-device-user-agent': 'Player/1X: y',
      'x-device-referer': 'https://www.News.example/a?b',
    });
    expect(record.origin).toMatchObject({ site: 'news.example', app: '', environment: 'web', channelId: 1 });
  });

  test('of a tag passed on as a wrapper returns a wrapper, and calls nothing', async () => {
    partner.seen.length = 0;
    serving.useTags([
      buildTag({ handling: 'wrap', url: `${partner.url}/inline?p=[PAGEURL]&cb=[CACHEBUSTING]&t=[CONTENTPLAYHEAD]` }),
    ]);
    const { xml } = await serving.requestAd('url=https://news.example/&vast=4.2');
    expect(await validateVast(xml, '4.2')).toEqual([]);
    expect(xml).toMatch(/\/inline\?p=https%3A%2F%2Fnews\.example%2F&cb=\d{8}&t=\[CONTENTPLAYHEAD\]\]\]>/);
    expect(partner.seen).toEqual([]);
  });

  test('VAST 4.3, 6; SupplyChain: a tag passed on has no macro left that the server knows, however it is written', async () => {
    const macros =
      'p=%5BPAGEURL%5D&cb=%5bCACHEBUSTING%5d&c=%24%7BGDPR_CONSENT_12%7D&m=%24%7BAUCTION_PRICE%7D&s=$SCHAIN';
    const nested = encodeURIComponent('https://next.example/?p=[PAGEURL]');
    const url = `${partner.url}/inline?${macros}&x=%5BIFA%5D&to=${nested}`;
    serving.useTags([buildTag({ handling: 'wrap', url, rate: '3.25' })]);
    const { xml } = await serving.requestAd('url=https://news.example/&gdpr_consent=CQ');
    const tagUri = /<VASTAdTagURI><!\[CDATA\[([^\]]*\[IFA\][^\]]*)\]\]>/.exec(xml)?.[1] ?? expect.fail(xml);
    const query = new URL(tagUri).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      p: 'https://news.example/',
      cb: expect.stringMatching(/^\d{8}$/),
      c: 'CQ',
      m: '3.25',
      s: expect.stringMatching(/^1\.0,1!/),
      x: '[IFA]',
      to: 'https://next.example/?p=https%3A%2F%2Fnews.example%2F',
    });
    expect(tagUri).toMatch(/&s=1\.0,1![^&%]+&/);
  });

  test.each<[string, VastVersion]>([
    ['vast=2.0', '2.0'],
    ['vast=3', '3.0'],
    ['vast_version=4.2', '4.2'],
    ['vast=4.0', '4.0'],
    ['vast=4.1', '4.1'],
    // Its own version, which the request supports.
    ['v=4.3', '4.2'],
    ['vast=4', '4.2'],
    ['v=1718', '3.0'],
    ['protocols=2,3,5', '3.0'],
    ['protocols=2,3,5,6,7,8', '4.0'],
    ['protocols=2,3,7,11', '4.1'],
    ['protocols=2,13', '4.2'],
    ['protocols=15', '4.3'],
    ['', '3.0'],
  ])('with %j is answered in VAST %s', async (query, version) => {
    serving.useTags([buildTag({ source: 'stored', vastXml: inline })]);
    const { xml } = await serving.requestAd(query);
    expect(await validateVast(xml, version)).toEqual([]);
    expect(xml).toContain(`<VAST version="${version}"`);
    serving.useTags([]);
    const noAd = await serving.requestAd(query);
    expect(await validateVast(noAd.xml, version)).toEqual([]);
    expect(noAd.record.reason).toBe('no_candidates');
  });

  test('of a channel with a fixed version gets that, but never a higher one than requested', async () => {
    serving.useTags([], { answerVersion: '4.2' });
    expect((await serving.requestAd()).xml).toContain('version="4.2"');
    expect((await serving.requestAd('vast=2.0')).xml).toContain('version="2.0"');
  });

  test('contains our impression, six events, click and error tracking with their payload', async () => {
    serving.useTags([buildTag({ source: 'stored', vastXml: inline, rate: '3.00' })]);
    const { xml, record } = await serving.requestAd();
    for (const event of ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']) {
      expect(xml).toMatch(
        new RegExp(`<Tracking event="${event}"><!\\[CDATA\\[https://ads\\.example/e/${event}/[\\w.-]+\\]\\]>`),
      );
    }
    expect(xml).toMatch(/<Impression[^>]*><!\[CDATA\[https:\/\/ads\.example\/e\/impression\/[\w.-]+\]\]>/);
    expect(xml).toMatch(/<ClickTracking[^>]*><!\[CDATA\[https:\/\/ads\.example\/e\/click\/[\w.-]+\]\]>/);
    expect(xml).toMatch(/<Error><!\[CDATA\[https:\/\/ads\.example\/e\/error\/[\w.-]+\?code=\[ERRORCODE\]\]\]>/);
    expect(record).toMatchObject({ reason: null, opportunityCost: 0, requestFee: 10_000 });
  });

  test('is recorded with its publisher and creative, and once a day with their declared data', async () => {
    const query = 'pubid=pub-7&app_bundle=com.seen&app_name=Seen';
    const ad = inline.replace('a.mp4', 'seen.mp4');
    serving.useTags([buildTag({ source: 'stored', vastXml: ad })]);
    const stored = (await serving.requestAd(query)).record;
    expect(stored).toMatchObject({
      origin: { publisher: 'pub-7', app: 'com.seen' },
      creative: expect.stringMatching(/^[0-9a-f]{16}$/),
      observations: { app: { name: 'Seen', publisher: 'pub-7' }, creative: { title: 'Ad', durationS: 15, depth: 0 } },
    });
    expect((await serving.requestAd(query)).record).not.toHaveProperty('observations');
    serving.useTags([buildTag({ url: `${partner.url}/wrap2` })]);
    const merged = (await serving.requestAd('sub_id=sub-1')).record;
    expect(merged).toMatchObject({
      origin: { publisher: 'sub-1' },
      creative: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(merged.creative).not.toBe(stored.creative);
    serving.useTags([buildTag({ handling: 'wrap', url: `${partner.url}/inline` })]);
    expect((await serving.requestAd()).record).toMatchObject({ reason: null, creative: '' });
  });

  test('has the publisher and the creative of the request in its tracking', async () => {
    serving.useTags([buildTag({ source: 'stored', vastXml: inline })]);
    const { xml, record } = await serving.requestAd('pubid=pub-7');
    const path = /\/e\/impression\/[\w.-]+/.exec(xml)?.[0] ?? '';
    await fetch(`${serving.url}${path}`);
    const payload = serving.events.at(-1)?.payload;
    expect(payload?.origin).toEqual(record.origin);
    expect(payload?.ad.creative).toBe(record.creative);
  });

  test.each<[string, { status: 0 | 1 }, string]>([['channel', { status: 0 }, 'channel_inactive']])(
    'to a paused %s is answered immediately with no ad',
    async (_, channel, reason) => {
      serving.useTags([buildTag({ source: 'stored', vastXml: inline })], channel);
      const { xml, record } = await serving.requestAd();
      expect(xml).not.toContain('<Ad');
      expect(record).toMatchObject({ reason, requestFee: 0, candidates: [] });
    },
  );

  test.each([
    '/vast/nobody',
    '/vast/',
    `/vast/${'x'.repeat(300)}`,
    '/vast/%E0%A4%A',
    '/vast/%00',
    '/vast/a?%E0%A4%A=%&=&&a[]=1&a[]=2&w=-9e99&url=javascript:0',
    `/vast/a?${'junk=%F0%9F%92%A9&'.repeat(450)}`,
  ])('to %s is answered with valid VAST', async (path) => {
    const response = await fetch(`${serving.url}${path}`);
    const xml = await response.text();
    expect(response.status).toBe(200);
    expect(await validateVast(xml, '3.0')).toEqual([]);
  });

  test('does not reveal the price of demand to the publisher', async () => {
    const priced = buildVast({ kind: 'inline', price: '4.20' });
    serving.useTags([buildTag({ source: 'stored', url: '', vastXml: priced })]);
    const { xml } = await serving.requestAd('?vast=4.2');
    expect(xml).toContain('<Impression');
    expect(xml).not.toContain('Pricing');
  });

  test('to an unknown channel is recorded as such', async () => {
    const count = serving.serves.length;
    await fetch(`${serving.url}/vast/nobody`);
    expect(serving.serves.slice(count)).toMatchObject([
      { reason: 'bad_request', origin: { demandId: 0, channelId: 0 }, candidates: [] },
    ]);
  });

  test.each([
    [undefined, '*', null, null],
    ['null', '*', null, null],
    ['https://player.example', 'https://player.example', 'true', 'Origin'],
  ])('from the origin %j gets the CORS headers of the standard', async (origin, allowed, credentials, vary) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const response = await fetch(`${serving.url}/vast/any`, { method, headers: origin ? { origin } : {} });
      expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
      expect(response.headers.get('access-control-allow-credentials')).toBe(credentials);
      expect(response.headers.get('vary')).toBe(vary);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.status).toBe(method === 'OPTIONS' ? 204 : 200);
    }
  });

  test('returns XML, and HEAD without a body and without counting a request', async () => {
    const before = serving.serves.length;
    const response = await fetch(`${serving.url}/vast/any`, { method: 'HEAD' });
    expect(serving.serves.slice(before)).toEqual([]);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(await response.text()).toBe('');
  });

  test('that its player aborts does no harm to the server', async () => {
    serving.useTags([buildTag({ url: `${partner.url}/hang`, timeoutMs: 200 })]);
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1');
    const count = serving.serves.length;
    socket.write(`GET /vast/channel000000001 HTTP/1.1\r\nhost: a\r\n\r\n`, () =>
      setTimeout(() => socket.destroy(), 20),
    );
    await expect.poll(() => serving.serves.length).toBe(count + 1);
  });

  test('to another path is a problem in JSON', async () => {
    const response = await fetch(`${serving.url}/elsewhere`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ problems: [{ code: 'not_found' }] });
    expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
  });
});

describe('with private addresses refused', () => {
  let partner: TagServer;
  let serving: TestServing;
  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
  ])('%s is never called', async (url) => {
    serving.useTags([buildTag({ url: url.replace('PORT', new URL(partner.url).port) })]);
    const { record } = await serving.requestAd();
    expect(record.candidates[0]?.reason).toBe('refused_address');
    expect(partner.seen).toEqual([]);
  });
});

describe('in degraded operation', () => {
  test('an overloaded server sheds with quick no-ads', async () => {
    const serving = await startTestServing({
      overload: { isOverloaded: () => true, enter: () => undefined, leave: () => undefined },
    });
    serving.useTags([buildTag({ source: 'stored', vastXml: inline })]);
    const { xml, record } = await serving.requestAd();
    expect(xml).not.toContain('<Ad');
    expect(record).toMatchObject({ reason: 'overload', requestFee: 0 });
    await serving.close();
  });

  test('an ad that cannot be recorded is not returned, and an event is refused', async () => {
    const fail = () => Promise.reject(new Error('no space left'));
    const serving = await startTestServing({
      spool: { append: fail, appendDurably: fail },
      requiredChecks: { spool: () => Promise.reject(new Unready('cannot be written')) },
    });
    serving.useTags([buildTag({ source: 'stored', vastXml: inline })]);
    const response = await fetch(`${serving.url}/vast/channel000000001`);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('<Ad');
    expect((await fetch(`${serving.url}/e/impression/any`)).status).toBe(503);
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(503);
    await serving.close();
  });
});
