import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bannerMarkup, bids, buildBidder, buildBidRequest, buildPageRequest, oneBid } from '../bidders.ts';
import { buildTcString, testVendor } from '../../../privacy/buildTcString.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
const viewer = { 'user-agent': 'Player/1', 'accept-language': 'en' };

describe('OpenRTB 2.6, 4.2.3: notices', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    for (const path of ['/won', '/bill', '/lost']) partner.on(path, answers(''));
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });
  beforeEach(() => {
    partner.seen.length = 0;
    serving.useTags([
      buildBidder(`${partner.url}/bid`, { id: 1, floor: '0.50' }),
      buildBidder(`${partner.url}/beaten`, { id: 2 }),
    ]);
    winWith({});
    partner.on(
      '/beaten',
      bids((request) =>
        oneBid(request, { price: 1.5, lurl: `${partner.url}/lost?l=\${AUCTION_LOSS}&m=\${AUCTION_MIN_TO_WIN}` }),
      ),
    );
  });

  /** Lets bidder 1 win at a price that must not appear elsewhere. */
  function winWith(bid: { [Name in keyof Bid]?: unknown }): void {
    const nurl = `${partner.url}/won?p=\${AUCTION_PRICE}&i=\${AUCTION_IMP_ID}`;
    const burl = `${partner.url}/bill?p=\${AUCTION_PRICE}&c=\${AUCTION_CURRENCY}`;
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2.345678, nurl, burl, ...bid })),
    );
  }
  const noticesAt = (path: string) => partner.seen.filter(({ url }) => url.startsWith(path)).map(({ url }) => url);
  /** Waits for a notice that follows all earlier ones. */
  const settle = async (markup = ''): Promise<void> => {
    winWith({ nurl: `${partner.url}/last`, burl: undefined });
    await serving.requestAd();
    await expect.poll(() => noticesAt('/last')).toHaveLength(1);
    expect(markup).not.toContain('2.345678');
  };
  /** Our URLs that replace notices, in the order of a text, at the test's own address. */
  const noticesIn = (text: string): string[] =>
    [...text.matchAll(/https:\/\/ads\.example(\/n\/[\w.-]+)/g)].map(([, path]) => serving.url + (path ?? ''));
  const call = (url: string, method = 'GET') => fetch(url, { method, headers: viewer });
  const sell = async (path: string, request: BidRequest): Promise<{ text: string; bid: Bid }> => {
    const response = await fetch(serving.url + path, { method: 'POST', body: JSON.stringify(request) });
    const text = await response.text();
    const bid = (JSON.parse(text) as BidResponse).seatbid?.[0]?.bid[0];
    if (!bid) throw new Error('no bid');
    return { text, bid };
  };

  test('of an ad tag: the win at once, the loss at once, and the bill with the impression, each once', async () => {
    const { xml } = await serving.requestAd('', { headers: viewer });
    await expect.poll(() => noticesAt('/won')).toEqual(['/won?p=2.345678&i=1']);
    await expect.poll(() => noticesAt('/lost')).toEqual(['/lost?l=102&m=2.345678']);
    expect(partner.seen.find(({ url }) => url.startsWith('/won'))?.headers).toMatchObject({
      'x-device-user-agent': 'Player/1',
      'x-device-ip': '127.0.0.1',
      'x-forwarded-for': '127.0.0.1',
    });
    expect(noticesAt('/bill')).toEqual([]);
    const [bill, ...more] = noticesIn(xml);
    expect(more).toEqual([]);
    expect(xml).toMatch(/<Impression[^>]*><!\[CDATA\[https:\/\/ads\.example\/n\//);
    expect((await call(bill ?? '')).headers.get('content-type')).toBe('image/gif');
    await call(bill ?? '');
    expect((await call(bill ?? '', 'POST')).status).toBe(204);
    await settle(xml);
    await expect.poll(() => noticesAt('/bill')).toEqual(['/bill?p=2.345678&c=USD']);
    expect(noticesAt('/won')).toHaveLength(1);
  });

  test('reveal no more of the viewer to a bidder than it may know: the win its part, the bill nothing', async () => {
    const consent = buildTcString({ purposes: [2, 7], specialFeatures: [] });
    const from = `ip=203.0.113.77&gdpr=1&gdpr_consent=${consent}`;
    serving.useTags([buildBidder(`${partner.url}/bid`, { id: 1, gvlId: testVendor })]);
    const { xml } = await serving.requestAd(from, { headers: viewer });
    await expect.poll(() => noticesAt('/won')).toHaveLength(1);
    const headersTo = (path: string) => partner.seen.find(({ url }) => url.startsWith(path))?.headers ?? {};
    expect(headersTo('/won')).toMatchObject({ 'x-device-ip': '203.0.113.0', 'x-forwarded-for': '203.0.113.0' });
    await call(noticesIn(xml)[0] ?? '');
    await expect.poll(() => noticesAt('/bill')).toHaveLength(1);
    const names = Object.keys(headersTo('/bill'));
    expect(names.filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(headersTo('/bill')['user-agent']).not.toBe('Player/1');
  });

  test('of a bill are retried when their server fails, and those of a win are not', async () => {
    const broken = (path: string) => {
      let isFirst = true;
      partner.on(path, (_request, response) => {
        response.writeHead(isFirst ? 503 : 200).end();
        isFirst = false;
      });
    };
    broken('/bill');
    broken('/won');
    const { xml } = await serving.requestAd();
    await call(noticesIn(xml)[0] ?? '');
    await expect.poll(() => noticesAt('/bill'), { timeout: 5000 }).toHaveLength(2);
    expect(noticesAt('/won')).toHaveLength(1);
    for (const path of ['/won', '/bill']) partner.on(path, answers(''));
  });

  test('of a banner on a page: sealed, so that the page sees no price, and sent when the page calls them', async () => {
    const imp = [{ id: 'top', banner: { w: 300, h: 250 } }];
    const { text, bid } = await sell('/openrtb2/auction', buildPageRequest(channel, { imp }));
    expect(bid.adm).toContain(bannerMarkup);
    const [win] = noticesIn(bid.nurl ?? '');
    const [bill] = noticesIn(bid.adm ?? '');
    expect([bid.burl, bid.lurl]).toEqual([undefined, undefined]);
    await call(bill ?? '');
    await call(win ?? '');
    await call(win ?? '');
    await settle(text);
    await expect.poll(() => noticesAt('/won')).toEqual(['/won?p=2.345678&i=top']);
    await expect.poll(() => noticesAt('/bill')).toEqual(['/bill?p=2.345678&c=USD']);
  });

  test('of a video on a page: both are sent with the impression, each once', async () => {
    const { text, bid } = await sell('/openrtb2/auction', buildPageRequest(channel));
    expect(bid).not.toHaveProperty('nurl');
    const sealed = noticesIn(bid.adm ?? '');
    expect(sealed).toHaveLength(2);
    for (const url of [...sealed, ...sealed]) await call(url);
    await settle(text);
    await expect.poll(() => [noticesAt('/won').length, noticesAt('/bill').length]).toEqual([1, 1]);
  });

  test('of a bid to a partner: the win is sent when the partner reports it to us', async () => {
    const { text, bid } = await sell(`/rtb/${channel}`, buildBidRequest());
    const [win] = noticesIn(bid.nurl ?? '');
    const [bill] = noticesIn(bid.adm ?? '');
    expect(noticesAt('/won')).toEqual([]);
    await call(win ?? '');
    await call(bill ?? '');
    await settle(text);
    await expect.poll(() => [noticesAt('/won').length, noticesAt('/bill').length]).toEqual([1, 1]);
  });

  test('that return the markup are called once by us, immediately', async () => {
    partner.on('/markup', answers(buildVast({ kind: 'inline' })));
    winWith({ adm: undefined, mtype: 2, nurl: `${partner.url}/markup?p=\${AUCTION_PRICE}` });
    const { text, bid } = await sell(`/rtb/${channel}`, buildBidRequest());
    expect(bid).not.toHaveProperty('nurl');
    expect(noticesIn(text)).toHaveLength(1);
    await settle(text);
    expect(noticesAt('/markup')).toEqual(['/markup?p=2.345678']);
  });

  test('that are forged, truncated or of another server call nothing, without an error', async () => {
    const { xml } = await serving.requestAd();
    const [bill = ''] = noticesIn(xml);
    const forged = [bill.slice(0, -4), `${serving.url}/n/x`, bill.replace(/n\/...../, 'n/AAAAA')];
    for (const url of forged) expect([url, (await call(url)).status]).toEqual([url, 200]);
    await settle();
    expect(noticesAt('/bill')).toEqual([]);
  });

  test('without a winner only report losses', async () => {
    serving.useTags([buildBidder(`${partner.url}/beaten`, { floor: '9.00' })]);
    const { record } = await serving.requestAd();
    expect(record.reason).toBe('no_answer');
    await expect.poll(() => noticesAt('/lost')).toEqual(['/lost?l=100&m=']);
  });

  test('to a bidder at a forbidden address are not sent', async () => {
    winWith({ nurl: 'file:///etc/passwd', burl: 'javascript:alert(1)' });
    const { response, xml } = await serving.requestAd();
    expect(response.status).toBe(200);
    for (const url of noticesIn(xml)) expect((await call(url)).status).toBe(200);
  });
});
