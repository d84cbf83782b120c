import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FiredTracker, VastTest } from '#api/vastTester/vastTesterContract.ts';
import { startTagServer, answers, type TagServer } from '../../serving/tagServer.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, problemsOf, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

let tags: TagServer;
let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  tags = await startTagServer();
  api = await startTestApi({ env: { ALLOW_PRIVATE_ADDRESSES: '1', ADS_URL: tags.url } });
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
});

afterAll(async () => {
  await api.close();
  await tags.close();
});

beforeEach(() => {
  tags.seen.length = 0;
  tags.on('/inline', answers(inlineVast()));
  tags.on('/media.mp4', (request, response) =>
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1234' }).end(request.method),
  );
});

function inlineVast(media = `${tags.url}/media.mp4`): string {
  return `<VAST version="3.0"><Ad id="ad-1"><InLine><AdSystem version="2">Partner</AdSystem><AdTitle>Fresh coffee</AdTitle>
<Error>${tags.url}/error?code=[ERRORCODE]</Error><Impression>${tags.url}/impression</Impression><Advertiser>coffee.example</Advertiser>
<Pricing model="CPM" currency="USD">3.50</Pricing>
<Creatives><Creative id="cr-1" adId="CR-1"><Linear skipoffset="50%"><Duration>00:00:08</Duration>
<TrackingEvents><Tracking event="start">${tags.url}/start</Tracking><Tracking event="progress" offset="00:00:03">${tags.url}/progress</Tracking></TrackingEvents>
<VideoClicks><ClickThrough>https://coffee.example/</ClickThrough><ClickTracking>${tags.url}/click</ClickTracking></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280" height="720" bitrate="900" codec="avc1.64001F">${media}</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`;
}

function wrapperVast(next: string, attributes = ''): string {
  return `<VAST version="3.0"><Ad id="w"><Wrapper${attributes}><AdSystem>Reseller</AdSystem><Error>${tags.url}/w-error</Error><Impression>${tags.url}/w-impression</Impression><VASTAdTagURI><![CDATA[${next}]]></VASTAdTagURI></Wrapper></Ad></VAST>`;
}

async function run(body: object, as = call): Promise<VastTest> {
  const answer = await as('POST', '/api/vastTester/tests', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as VastTest;
}

const rulesOf = ({ findings }: VastTest) => findings.map(({ rule, hop }) => `${hop ?? 'chain'}: ${rule}`);

describe('a tag URL', () => {
  test('is followed through its wrappers to the ad, with each step', async () => {
    tags.on('/wrapper', answers(wrapperVast(`${tags.url}/inline?cb=[CACHEBUSTING]`)));
    const result = await run({ url: `${tags.url}/wrapper?w=[PLAYERSIZE]&app=[APPBUNDLE]`, device: 'roku' });
    expect(result.errorCode).toBeNull();
    expect(result.hops).toMatchObject([
      {
        template: `${tags.url}/wrapper?w=[PLAYERSIZE]&app=[APPBUNDLE]`,
        url: `${tags.url}/wrapper?w=1920,1080&app=tv.example.livingroom`,
        status: 200,
        kind: 'wrapper',
        version: '3.0',
        adSystem: 'Reseller',
        failure: null,
        type: 'application/xml',
      },
      {
        kind: 'inline',
        adSystem: 'Partner 2',
        adId: 'ad-1',
        xml: inlineVast(),
        bytes: Buffer.byteLength(inlineVast()),
      },
    ]);
    expect(tags.seen[1]?.url).toMatch(/^\/inline\?cb=\d{8}$/);
    expect(result.ms).toBeGreaterThanOrEqual(0);
    expect(tags.seen[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Roku/),
      'x-device-user-agent': expect.stringMatching(/^Roku/),
    });
  });

  test('returns the ad: media and whether they exist, trackers of every hop, price, times and ids', async () => {
    tags.on('/wrapper', answers(wrapperVast(`${tags.url}/inline`)));
    const { ad } = await run({ url: `${tags.url}/wrapper` });
    expect(ad).toMatchObject({
      title: 'Fresh coffee',
      advertiser: 'coffee.example',
      creativeId: 'cr-1',
      adId: 'CR-1',
      durationMs: 8000,
      skipMs: 4000,
      pricing: { value: '3.50', model: 'CPM', currency: 'USD' },
      clickThrough: 'https://coffee.example/',
      isOverlay: false,
      overlays: [],
      media: [
        {
          type: 'video/mp4',
          codec: 'avc1.64001F',
          bitrate: '900',
          delivery: 'progressive',
          isReachable: true,
          status: 200,
          bytes: 1234,
          isScript: false,
        },
      ],
    });
    expect(ad?.trackers.map(({ event, hop, offset }) => [event, hop, offset])).toEqual([
      ['impression', 0, undefined],
      ['error', 0, undefined],
      ['impression', 1, undefined],
      ['start', 1, undefined],
      ['progress', 1, '00:00:03'],
      ['click', 1, undefined],
      ['error', 1, undefined],
    ]);
    expect(tags.seen.map(({ url }) => url)).toEqual(['/wrapper', '/inline', '/media.mp4']);
  });

  test('VAST 4.3, 3.12: an ad with an overlay and no video is one, with its own trackers, in no player of videos', async () => {
    const pixel = (event: string) => `${tags.url}/${event}`;
    const overlay = `<VAST version="3.0"><Ad id="ad-1"><InLine><AdSystem>Partner</AdSystem><AdTitle>Fresh coffee</AdTitle>
<Error>${pixel('error')}</Error><Impression>${pixel('impression')}</Impression><Creatives><Creative id="cr-1"><NonLinearAds>
<TrackingEvents><Tracking event="creativeView">${pixel('view')}</Tracking></TrackingEvents>
<NonLinear width="480" height="70"><StaticResource creativeType="image/png">https://cdn.example/a.png</StaticResource>
<NonLinearClickTracking>${pixel('click')}</NonLinearClickTracking><NonLinearClickThrough>https://coffee.example/</NonLinearClickThrough></NonLinear>
<NonLinear width="300" height="50"><HTMLResource><![CDATA[<b>Coffee</b>]]></HTMLResource></NonLinear></NonLinearAds></Creative></Creatives></InLine></Ad></VAST>`;
    tags.on('/overlay', answers(overlay));
    const result = await run({ url: `${tags.url}/overlay` });
    expect(result.errorCode).toBeNull();
    expect(rulesOf(result)).toEqual(['0: insecure_tag', '0: overlay_only', '0: insecure_tracker']);
    expect(result.ad).toMatchObject({
      isOverlay: true,
      creativeId: 'cr-1',
      durationMs: null,
      clickThrough: 'https://coffee.example/',
      media: [],
      overlays: [
        { resource: 'StaticResource', type: 'image/png', url: 'https://cdn.example/a.png', width: 480, height: 70 },
        { resource: 'HTMLResource', type: '', url: null, width: 300, height: 50 },
      ],
    });
    expect(result.ad?.trackers.map(({ event }) => event)).toEqual(['impression', 'creativeView', 'click', 'error']);
    tags.on('/empty', answers(overlay.replace(/<(StaticResource|HTMLResource).*?<\/\1>/g, '')));
    expect(await run({ url: `${tags.url}/empty` })).toMatchObject({ errorCode: 403, ad: null });
  });

  test('that redirects shows its target', async () => {
    tags.on('/moved', (_request, response) => response.writeHead(302, { location: '/inline' }).end());
    const { hops } = await run({ url: `${tags.url}/moved` });
    expect(hops).toMatchObject([
      { status: 200, kind: 'inline', redirects: [{ status: 302, url: `${tags.url}/inline` }] },
    ]);
  });

  test.each<[string, Parameters<TagServer['on']>[1], { failure: string | null; code: number; rule: string }]>([
    [
      'status 500',
      (_q, r) => r.writeHead(500).end('no'),
      { failure: 'http_error', code: 301, rule: 'call_http_error' },
    ],
    ['nothing', (_q, r) => r.writeHead(204).end(), { failure: 'empty', code: 303, rule: 'call_empty' }],
    ['600 KB', answers('x'.repeat(600 * 1024)), { failure: 'too_large', code: 300, rule: 'call_too_large' }],
    [
      'an unknown encoding',
      answers('<?xml version="1.0" encoding="x-none"?><VAST version="3.0"/><!-- é -->'),
      { failure: 'encoding', code: 100, rule: 'call_encoding' },
    ],
    ['half a connection', (_q, r) => r.destroy(), { failure: 'conn_error', code: 301, rule: 'call_conn_error' }],
    ['broken XML', answers('<VAST version="3.0"><Ad>'), { failure: null, code: 100, rule: 'not_xml' }],
    [
      'a DOCTYPE',
      answers('<!DOCTYPE VAST [<!ENTITY x "y">]><VAST version="3.0"/>'),
      { failure: null, code: 100, rule: 'not_xml' },
    ],
    ['no ad', answers('<VAST version="3.0"/>'), { failure: null, code: 303, rule: 'no_ad' }],
  ])('that returns %s has no ad, with the VAST error and the reason', async (_what, behaviour, expected) => {
    tags.on('/bad', behaviour);
    const result = await run({ url: `${tags.url}/bad` });
    expect(result).toMatchObject({ ad: null, errorCode: expected.code, hops: [{ failure: expected.failure }] });
    expect(rulesOf(result)).toContain(`0: ${expected.rule}`);
  });

  test('that never responds ends after five seconds', async () => {
    tags.on('/hang', () => undefined);
    const result = await run({ url: `${tags.url}/hang` });
    expect(result).toMatchObject({ errorCode: 301, hops: [{ failure: 'timeout', status: null }] });
    expect(result.ms).toBeLessThan(8000);
  });

  test('is followed through at most five wrappers, and never in a circle', async () => {
    for (let depth = 1; depth <= 6; depth += 1) {
      tags.on(
        `/deep${depth}`,
        answers(wrapperVast(depth === 1 ? `${tags.url}/inline` : `${tags.url}/deep${depth - 1}`)),
      );
    }
    expect((await run({ url: `${tags.url}/deep5` })).hops).toHaveLength(6);
    const six = await run({ url: `${tags.url}/deep6` });
    expect(six).toMatchObject({ ad: null, errorCode: 302 });
    expect(rulesOf(six)).toContain('chain: wrapper_limit');
    tags.on('/loop', answers(wrapperVast(`${tags.url}/loop`)));
    const loop = await run({ url: `${tags.url}/loop` });
    expect(loop).toMatchObject({ ad: null, errorCode: 302 });
    expect(loop.hops).toHaveLength(1);
  });

  test('whose wrapper forbids further ones has no ad behind a second', async () => {
    tags.on('/last', answers(wrapperVast(`${tags.url}/more`, ' followAdditionalWrappers="false"')));
    tags.on('/more', answers(wrapperVast(`${tags.url}/inline`)));
    expect(await run({ url: `${tags.url}/last` })).toMatchObject({ ad: null, errorCode: 303 });
  });

  test('lists its faults: remaining macros, http in https, missing media', async () => {
    tags.on('/gone', answers(inlineVast(`${tags.url}/gone.mp4`)));
    const result = await run({ url: `${tags.url}/gone?x=%%CACHEBUSTER%%&y=[FOO_BAR]` });
    expect(rulesOf(result)).toEqual(
      expect.arrayContaining(['0: unfilled_macro', '0: insecure_tag', '0: insecure_media', '0: media_unreachable']),
    );
    expect(result.findings.find(({ rule }) => rule === 'unfilled_macro')?.subject).toBe('%%CACHEBUSTER%% [FOO_BAR]');
  });

  test('is called with own parameters, which override those of the device; an empty one is omitted', async () => {
    const params = { ua: 'Own/1.0', app_bundle: '', ip: '192.0.2.7', lmt: '1' };
    const { hops } = await run({
      url: `${tags.url}/inline?a=[APPBUNDLE]&i=[IFA]&p=[DEVICEIP]`,
      device: 'tizen',
      params,
    });
    expect(hops[0]?.url).toBe(`${tags.url}/inline?a=-1&i=-2&p=192.0.2.7`);
    expect(tags.seen[0]?.headers).toMatchObject({ 'user-agent': 'Own/1.0', 'x-device-ip': '192.0.2.7' });
  });
});

describe('the tested source', () => {
  test('can be markup: only its targets are called', async () => {
    const inline = await run({ xml: inlineVast() });
    expect(inline.hops).toMatchObject([{ url: null, template: null, status: null, kind: 'inline' }]);
    const wrapper = await run({ xml: wrapperVast(`${tags.url}/inline`) });
    expect(wrapper.hops).toMatchObject([{ url: null }, { url: `${tags.url}/inline` }]);
    expect(wrapper.ad?.title).toBe('Fresh coffee');
    const blocking = wrapperVast(`${tags.url}/inline?b=[BLOCKEDADCATEGORIES]`).replace(
      '<Impression',
      '<BlockedAdCategories>IAB26</BlockedAdCategories><Impression',
    );
    expect((await run({ xml: blocking })).hops[1]?.url).toBe(`${tags.url}/inline?b=IAB26`);
  });

  test('can be a tag of the account, by its URL or its stored markup', async () => {
    const make = async (values: object) =>
      idOf(
        await call('POST', '/api/demand/tags', {
          name: `tag ${Math.random()}`,
          advertiserId: account.ids.advertiser,
          rate: '1.00',
          ...values,
        }),
      );
    const byUrl = await run({ tagId: await make({ url: `${tags.url}/inline?s=[SERVERSIDE]` }) });
    expect(byUrl.hops[0]?.url).toBe(`${tags.url}/inline?s=1`);
    expect(tags.seen[0]?.headers['user-agent']).toBe('Bidhouse/1.0');
    const wrapped = await run({ tagId: await make({ url: `${tags.url}/inline?s=[SERVERSIDE]`, handling: 'wrap' }) });
    expect(wrapped.hops[0]?.url).toBe(`${tags.url}/inline?s=0`);
    const stored = await run({ tagId: await make({ source: 'stored', vastXml: inlineVast() }) });
    expect(stored).toMatchObject({ hops: [{ url: null }], ad: { title: 'Fresh coffee' } });
  });

  test('can be a channel of the account: its public tag is called as the device would', async () => {
    const { body } = await call('GET', `/api/demand/channels/${account.ids.channel}`);
    const { uid } = body as { uid: string };
    tags.on(`/vast/${uid}`, answers(inlineVast()));
    const { ad } = await run({ channelId: account.ids.channel, device: 'iosApp' });
    expect(ad?.title).toBe('Fresh coffee');
    const requestedUrl = new URL(tags.seen[0]?.url ?? '', tags.url);
    expect(requestedUrl.pathname).toBe(`/vast/${uid}`);
    expect(Object.fromEntries(requestedUrl.searchParams)).toMatchObject({
      w: '390',
      h: '844',
      app_bundle: 'com.example.recipes',
      ip: '127.0.0.1',
      ua: expect.stringContaining('iPhone'),
    });
  });

  test('is exactly one, of the account', async () => {
    const runTest = (body: object, as = call) => as('POST', '/api/vastTester/tests', body);
    expect((await runTest({})).status).toBe(400);
    expect((await runTest({ xml: '<VAST/>', tagId: 1 })).status).toBe(400);
    expect(problemsOf(await runTest({ url: 'ftp://ads.example/' }))).toEqual(['url: invalid_format']);
    expect(problemsOf(await runTest({ xml: '<VAST/>', device: 'toaster' }))).toEqual(['device: invalid_value']);
    const other = await buildAccount(api, 'bravo');
    const otherUser = await api.signIn(other.logins.demand);
    for (const body of [{ tagId: account.ids.tag }, { channelId: account.ids.channel }]) {
      expect((await runTest(body, otherUser)).status).toBe(404);
    }
    const partner = await api.signIn(account.logins.sub);
    expect((await runTest({ xml: '<VAST version="3.0"/>' }, partner)).status).toBe(403);
    expect((await runTest({ xml: '<VAST version="3.0"/>' }, api.anonymous)).status).toBe(403);
    expect((await runTest({ xml: '<VAST version="3.0"/>' }, await api.signIn('super'))).status).toBe(200);
  });
});

describe('trackers', () => {
  test('are called on demand, with their macros filled', async () => {
    tags.on('/impression', (_request, response) => response.writeHead(204).end());
    const answer = await call('POST', '/api/vastTester/trackers', {
      urls: [`${tags.url}/impression?cb=[CACHEBUSTING]`, `${tags.url}/error?code=[ERRORCODE]`],
      errorCode: 405,
      device: 'roku',
    });
    expect(answer.status).toBe(200);
    expect(answer.body as FiredTracker[]).toMatchObject([
      { url: expect.stringMatching(/cb=\d{8}$/), status: 204, failure: null },
      { url: `${tags.url}/error?code=405`, status: 404, failure: 'http_error' },
    ]);
    expect(tags.seen.map(({ url }) => url).toSorted()).toEqual([
      '/error?code=405',
      expect.stringMatching(/^\/impression\?cb=\d{8}$/),
    ]);
    expect(tags.seen[0]?.headers['user-agent']).toMatch(/^Roku/);
  });

  test('are called a hundred at once without a warning from Node', async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', note);
    const urls = Array.from({ length: 100 }, (_, index) => `${tags.url}/pixel${index}`);
    const { body } = await call('POST', '/api/vastTester/trackers', { urls });
    expect((body as FiredTracker[]).map(({ url }) => url)).toEqual(urls);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  test('must be web addresses, at most a hundred', async () => {
    const fire = (urls: string[]) => call('POST', '/api/vastTester/trackers', { urls });
    expect((await fire([])).status).toBe(400);
    expect(problemsOf(await fire(['javascript:alert(1)']))).toEqual(['urls.0: invalid_format']);
    expect((await fire(Array.from({ length: 101 }, () => `${tags.url}/x`))).status).toBe(400);
    expect(tags.seen).toEqual([]);
  });
});

test('private addresses are not called unless the installation allows it, however they are named', async () => {
  const guarded = await startTestApi();
  try {
    const root = await guarded.signIn('super');
    const { port } = new URL(tags.url);
    for (const url of [`${tags.url}/inline`, `http://localhost:${port}/inline`, `http://[::1]:${port}/`]) {
      expect(await run({ url }, root)).toMatchObject({ ad: null, hops: [{ failure: 'refused_address' }] });
    }
    expect(await run({ xml: wrapperVast(`${tags.url}/inline`) }, root)).toMatchObject({
      hops: [{ failure: null }, { failure: 'refused_address' }],
    });
    const { ad } = await run({ xml: inlineVast() }, root);
    expect(ad?.media[0]).toMatchObject({ isReachable: false, status: null });
    const fired = await root('POST', '/api/vastTester/trackers', { urls: [`${tags.url}/impression`] });
    expect(fired.body).toMatchObject([{ status: null, failure: 'refused_address' }]);
    expect(tags.seen).toEqual([]);
  } finally {
    await guarded.close();
  }
});
