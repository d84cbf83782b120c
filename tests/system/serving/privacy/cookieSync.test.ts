import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { TagRow } from '#model/index.ts';
import type { CookieSyncResponse } from '#serving/sync/answerCookieSync.ts';
import { startBidServer, type BidServer } from '../bidders/bidServer.ts';
import {
  biddersOf,
  buildBidTag,
  channelUid,
  openSyncBrowser,
  ownGvlId,
  page,
  type SyncBrowser,
} from './syncBrowser.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const accountUid = buildAccount().uid;

describe('cookie syncs', () => {
  let bidder: BidServer;
  let serving: TestServing;
  let browser: SyncBrowser;

  beforeAll(async () => {
    bidder = await startBidServer('viewer at bidder/1');
    serving = await startTestServing({ env: { GVL_ID: String(ownGvlId) } });
  });
  afterAll(async () => {
    await serving.close();
    await bidder.close();
  });
  beforeEach(() => {
    browser = openSyncBrowser(serving, bidder);
    serving.useTags([bidTag({ id: 1 }), bidTag({ id: 2 })]);
  });

  const bidTag = (overrides: Partial<TagRow> & { id: number }) => buildBidTag(bidder, overrides);

  test('OpenRTB 2.6, 3.2.20: give a bidder its own id of the viewer in its bid requests, and no other bidder', async () => {
    const answer = await browser.sync({ limit: 1 });
    expect(answer.status).toBe('no_cookie');
    const [status] = answer.bidder_status;
    if (!status) throw new Error('no bidder to sync');
    expect(status).toEqual({
      bidder: expect.stringMatching(/^tag000000000000[12]$/),
      no_cookie: true,
      usersync: { url: expect.stringContaining(`${bidder.url}/sync?to=`), type: 'redirect', supportCORS: false },
    });
    const set = await browser.follow(status);
    expect(set.status).toBe(200);
    expect(set.headers.get('content-type')).toBe('image/gif');

    const [synced, other] = status.bidder.endsWith('1') ? [1, 2] : [2, 1];
    const ours = browser.cookies.get('bhid');
    expect(ours).toMatch(/^[\w-]{16}$/);
    expect(await browser.userSentTo(synced)).toEqual({ id: ours, buyeruid: 'viewer at bidder/1' });
    expect(await browser.userSentTo(other)).toEqual({ id: ours });

    const again = await browser.sync();
    expect(again.status).toBe('ok');
    expect(biddersOf(again)).toEqual([`tag000000000000${other}`]);
  });

  test('are listed in the auctions of Prebid.js, and never in those that another server requests', async () => {
    await browser.call('/setuid?bidder=tag0000000000001&uid=abc');
    const request = {
      id: 'r',
      imp: [{ id: '1', tagid: channelUid, banner: { w: 300, h: 250 } }],
      site: { page: `${page}/a`, domain: 'publisher.example', publisher: { id: 'p' } },
      device: { ua: 'Mozilla/5.0', ip: '203.0.113.9' },
      user: { id: 'page’s own', buyeruid: 'of somebody' },
      tmax: 500,
    };
    const post = (path: string) => browser.call(path, { method: 'POST', body: JSON.stringify(request) });
    await post('/openrtb2/auction');
    expect(bidder.requestsAt('/bid1').at(-1)?.user).toEqual({ id: browser.cookies.get('bhid'), buyeruid: 'abc' });
    expect(bidder.requestsAt('/bid2').at(-1)?.user).toEqual({ id: browser.cookies.get('bhid') });
    await post(`/rtb/${channelUid}`);
    expect(bidder.requestsAt('/bid1').at(-1)?.user).toEqual({ id: 'page’s own' });
  });

  test('are stored for pages of other sites over https, out of reach of scripts, for 14 days', async () => {
    await browser.call('/setuid?bidder=tag0000000000001&uid=abc');
    expect(browser.received).toEqual([
      expect.stringMatching(/^uids=[^;]+; Path=\/; Max-Age=1209600; HttpOnly; SameSite=None; Secure$/),
      expect.stringMatching(/^bhid=[^;]+; Path=\/; Max-Age=5184000; HttpOnly; SameSite=None; Secure$/),
    ]);
    await browser.call('/setuid?bidder=tag0000000000002&uid=def');
    expect(browser.received).toHaveLength(3);
    const local = await startTestServing({
      env: { GVL_ID: String(ownGvlId), ADS_URL: 'http://localhost:8090' },
      snapshot: () => serving.snapshot,
    });
    const response = await fetch(`${local.url}/setuid?bidder=tag0000000000001&uid=abc`);
    await local.close();
    for (const header of response.headers.getSetCookie()) expect(header).toMatch(/HttpOnly; SameSite=Lax$/);
  });

  test('allow pages of any origin to call with their cookies', async () => {
    const preflight = await browser.call(
      '/cookie_sync',
      { method: 'OPTIONS' },
      { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    const syncResponse = await browser.call('/cookie_sync', {
      method: 'POST',
      body: JSON.stringify({ account: accountUid }),
    });
    const set = await browser.call('/setuid?bidder=tag0000000000001&uid=abc');
    for (const { headers } of [preflight, syncResponse, set]) {
      expect(headers.get('access-control-allow-origin')).toBe(page);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('are at most five on a page, each time a random selection', async () => {
    serving.useTags(Array.from({ length: 9 }, (_, index) => bidTag({ id: index + 1 })));
    const seen = new Set<string>();
    for (let turn = 0; turn < 30; turn += 1) {
      const bidders = biddersOf(await browser.sync({ limit: 50 }));
      expect(new Set(bidders).size).toBe(5);
      for (const each of bidders) seen.add(each);
    }
    expect(seen.size).toBe(9);
    expect(biddersOf(await browser.sync({ limit: 2 }))).toHaveLength(2);
  });

  test('prefer the bidders that the page names, and use no others if it excludes them', async () => {
    serving.useTags(Array.from({ length: 9 }, (_, index) => bidTag({ id: index + 1 })));
    const named = ['tag0000000000004', 'tag0000000000007'];
    expect(biddersOf(await browser.sync({ bidders: named, limit: 2 }))).toEqual(named);
    expect(biddersOf(await browser.sync({ bidders: named, coopSync: false }))).toEqual(named);
    expect(biddersOf(await browser.sync({ bidders: ['stranger'], coopSync: false }))).toEqual([]);
    expect(biddersOf(await browser.sync({ bidders: ['bidhouse'], coopSync: false }))).toHaveLength(5);
  });

  test('use a frame if the page accepts no images, and are omitted if it accepts neither', async () => {
    const no = { bidders: '*', filter: 'exclude' };
    const framed = await browser.sync({ filterSettings: { image: no }, limit: 1 });
    const [status] = framed.bidder_status;
    if (!status) throw new Error('no bidder to sync');
    expect(status.usersync.type).toBe('iframe');
    const back = await browser.follow(status);
    expect(back.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await back.text()).toBe('');
    expect(biddersOf(await browser.sync({ filterSettings: { image: no, iframe: no } }))).toEqual([]);
  });

  test('never name the bidders of another account, of a paused one, or of channels without account', async () => {
    const rows = {
      demand: [buildAccount({ id: 2, uid: 'account000000002' })],
      advertiser: [buildAdvertiser({ id: 2, demandId: 2 })],
      channel: [buildChannel({ id: 2, demandId: 2 })],
      tag: [bidTag({ id: 8, demandId: 2, advertiserId: 2 }), bidTag({ id: 9, demandId: 2, advertiserId: 2 })],
      // The second is only in the waterfall of another account.
      waterfallRow: [
        buildWaterfallRow({ id: 8, demandId: 2, channelId: 2, tagId: 8 }),
        buildWaterfallRow({ id: 9, channelId: 1, tagId: 9 }),
      ],
    };
    for (const message of messagesOf(rows)) applyMessage(serving.snapshot, message);
    const ours = ['tag0000000000001', 'tag0000000000002'];
    expect(biddersOf(await browser.sync({ account: accountUid }))).toEqual(ours);
    expect(biddersOf(await browser.sync({ account: channelUid, bidders: ['tag0000000000008'] }))).toEqual(ours);
    expect(biddersOf(await browser.sync({ account: 'account000000002' }))).toEqual(['tag0000000000008']);
    expect(biddersOf(await browser.sync({ account: buildChannel({ id: 2 }).uid }))).toEqual(['tag0000000000008']);
    for (const message of messagesOf({ demand: [buildAccount({ id: 2, uid: 'account000000002', status: 0 })] })) {
      applyMessage(serving.snapshot, message);
    }
    expect(biddersOf(await browser.sync({ account: 'account000000002' }))).toEqual([]);
  });

  test('return to the account’s own domain if the page called that one', async () => {
    const [message] = messagesOf({ demand: [buildAccount({ domain: 'ads.publisher.example' })] });
    if (message) applyMessage(serving.snapshot, message);
    // `fetch` sets the host itself.
    const urlFor = async (host: string) => {
      const request = httpRequest(`${serving.url}/cookie_sync`, { method: 'POST', headers: { host } });
      request.end(JSON.stringify({ account: accountUid }));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const { bidder_status: list } = (await json(response)) as CookieSyncResponse;
      return new URL(list[0]?.usersync.url ?? '').searchParams.get('to');
    };
    expect(await urlFor('ads.publisher.example')).toMatch(/^https:\/\/ads\.publisher\.example\/setuid\?/);
    expect(await urlFor('evil.example')).toMatch(/^https:\/\/ads\.example\/setuid\?/);
  });

  describe('ids from bidders', () => {
    test('are accepted without a sync request, and replaced by later ones', async () => {
      await browser.call('/setuid?bidder=tag0000000000001&uid=old');
      await browser.call('/setuid?bidder=tag0000000000001&uid=new');
      expect((await browser.userSentTo(1))?.buyeruid).toBe('new');
    });

    test('are removed by an empty one, without consent, and the cookie with the last of them', async () => {
      await browser.call('/setuid?bidder=tag0000000000001&uid=abc');
      await browser.call('/setuid?bidder=tag0000000000002&uid=def');
      expect((await browser.call('/setuid?bidder=tag0000000000001&uid=')).status).toBe(200);
      expect((await browser.userSentTo(1))?.buyeruid).toBeUndefined();
      expect((await browser.userSentTo(2))?.buyeruid).toBe('def');
      await browser.call('/setuid?bidder=tag0000000000002');
      expect(browser.cookies.has('uids')).toBe(false);
    });

    test('that are unfilled macros are ignored', async () => {
      await browser.call('/setuid?bidder=tag0000000000001&uid=abc');
      await browser.call(`/setuid?bidder=tag0000000000001&uid=${encodeURIComponent('${UID}')}`);
      expect((await browser.userSentTo(1))?.buyeruid).toBeUndefined();
    });

    test.each([
      ['name no bidder', '', ['bidder required']],
      ['name an unknown bidder', 'bidder=stranger&uid=a', ['bidder unknown_bidder']],
      ['name no tag that there is', 'bidder=tag0000000000009&uid=a', ['bidder unknown_bidder']],
      ['are too long', `bidder=tag0000000000001&uid=${'x'.repeat(2000)}`, ['uid too_long']],
      [
        'are wrong in all parts',
        'bidder=x&uid=a&f=z&gdpr=yes&gpp_sid=two',
        ['bidder unknown_bidder', 'f unknown_value', 'gdpr unknown_value', 'gpp_sid invalid'],
      ],
    ])('that %s are refused with every fault', async (_, query, faults) => {
      const response = await browser.call(`/setuid?${query}`);
      expect(response.status).toBe(400);
      const { problems } = (await response.json()) as { problems: { path: string; code: string }[] };
      expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual(faults);
      expect(browser.received).toEqual([]);
    });
  });

  describe('malicious callers', () => {
    test.each([
      ['half a body', '{', 'invalid_json'],
      ['a body of nothing', 'null', 'invalid_type'],
      ['an unknown account', '{"account":"stranger"}', 'unknown_account'],
      ['fields of other types', JSON.stringify({ account: accountUid, bidders: 'x', limit: [] }), 'invalid_type'],
      ['a body that nests deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'invalid_type'],
    ])('get 400 for %s', async (_, body, code) => {
      const response = await browser.call('/cookie_sync', { method: 'POST', body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        problems: expect.arrayContaining([expect.objectContaining({ code })]),
      });
    });

    test('get 413 for a body that is too large', async () => {
      const response = await browser.call('/cookie_sync', { method: 'POST', body: ' '.repeat(600_000) });
      expect(response.status).toBe(413);
    });

    test.each([
      ['of percent signs', 'uids=%%%; bhid=%%%'],
      ['with ids that cannot be decoded', 'uids=tag0000000000001:zzzzzz:%FF; bhid=<script>'],
      ['that are endless', `uids=${'a'.repeat(15_000)}`],
      ['without names', ';;;=;='],
    ])('bring cookies %s, which are ignored', async (_, cookie) => {
      const before = bidder.requestsAt('/bid1').length;
      expect(await browser.userSentTo(1, '', { cookie })).toBeUndefined();
      expect(bidder.requestsAt('/bid1')).toHaveLength(before + 1);
      const response = await browser.call('/setuid?bidder=tag0000000000001&uid=abc', {}, { cookie });
      expect(response.status).toBe(200);
      expect((await browser.userSentTo(1))?.buyeruid).toBe('abc');
      expect(browser.cookies.get('bhid')).toMatch(/^[\w-]{16}$/);
    });
  });
});
