import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildTcString, testVendor } from '../../../privacy/buildTcString.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidder, buildPageRequest, buildVideo, oneBid } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;

/** The part of a response for pages that debug. */
interface DebuggedExt {
  debug: {
    resolvedrequest: BidRequest;
    bidhouse: { impid: string; requestid: string; channel: string | null; traced: boolean }[];
  };
  warnings?: { prebid: { code: number; message: string }[] };
  seatnonbid?: unknown;
  responsetimemillis: Record<string, number>;
}

describe('Prebid, ext.debug', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({ env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => Promise.all([serving.close(), partner.close()]));
  beforeEach(() => {
    partner.on(
      '/secret-path',
      bids((request) => oneBid(request, { price: 2.3456 })),
    );
    serving.useTags([
      buildBidder(`${partner.url}/secret-path?token=secret-token`, { name: 'Secret exchange', seats: ['secret-seat'] }),
      buildBidder(`${partner.url}/secret-path`, { id: 2, name: 'Other exchange' }),
    ]);
    for (const list of [serving.serves, serving.traces, serving.tests]) list.length = 0;
  });

  const call = async (request: unknown, headers: Record<string, string> = {}) => {
    const body = JSON.stringify(request);
    const response = await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body, headers });
    expect(response.status).toBe(200);
    const text = await response.text();
    const answer = JSON.parse(text) as BidResponse & { ext: DebuggedExt };
    return { text, answer, ext: answer.ext };
  };
  const debugging = { ext: { prebid: { debug: true } } };

  test('is in the responses to pages that request it and to test requests, and in no others', async () => {
    for (const more of [{}, { ext: { prebid: { debug: false } } }, { ext: { debug: true } }, { test: 0 as const }]) {
      const { ext } = await call(buildPageRequest(channel, more));
      expect([more, Object.keys(ext)]).toEqual([more, ['responsetimemillis', 'tmaxrequest']]);
    }
    for (const more of [debugging, { test: 1 as const }]) {
      const { answer, ext } = await call(buildPageRequest(channel, more));
      expect(answer.seatbid?.[0]?.bid).toHaveLength(1);
      expect(ext).toMatchObject({ responsetimemillis: { bidhouse: expect.any(Number) as number } });
      expect(Object.keys(ext.debug)).toEqual(['resolvedrequest', 'bidhouse']);
    }
    // Only a test request is one.
    expect(serving.serves).toHaveLength(5);
    expect(serving.tests).toHaveLength(1);
  });

  test('has the request as it was read: completed from the headers, with the page’s chain and permitted IDs', async () => {
    const { site: _site, device: _device, ...request } = buildPageRequest(channel);
    const schain = { ver: '1.0', complete: 1, nodes: [{ asi: 'wrapper.example', sid: '17', hp: 1 }] };
    const eids = ['ours.example', 'theirs.example'].map((source) => ({ source, uids: [{ id: 'v1' }] }));
    const prebid = {
      debug: true,
      schains: [{ bidders: ['bidhouse'], schain }],
      data: { eidpermissions: [{ source: 'theirs.example', bidders: ['other'] }] },
    };
    const headers = { referer: 'https://news.example/story', 'user-agent': 'Browser/1', 'sec-gpc': '1' };
    const { ext } = await call({ ...request, user: { eids }, ext: { prebid } }, headers);
    expect(ext.debug.resolvedrequest).toMatchObject({
      id: 'request-1',
      device: { ua: 'Browser/1' },
      site: { page: 'https://news.example/story', domain: 'news.example' },
      regs: { ext: { gpc: '1' } },
      source: { schain },
      user: { eids: [{ source: 'ours.example' }] },
      ext: { prebid },
    });
  });

  test('names the channel of each imp, and the request in “Why no ad?”, which has test requests', async () => {
    const imp = [
      { id: 'film', video: buildVideo() },
      { id: 'lost', video: buildVideo(), ext: { prebid: { bidder: { bidhouse: { channel: 'nowhere' } } } } },
    ];
    const { answer, ext } = await call(buildPageRequest(channel, { imp, test: 1 }));
    expect(ext.debug.bidhouse).toEqual([
      { impid: 'film', requestid: answer.seatbid?.[0]?.bid[0]?.id, channel, traced: true },
      { impid: 'lost', requestid: expect.any(String), channel: null, traced: false },
    ]);
    expect(serving.traces.map(({ serveId }) => serveId)).toEqual([ext.debug.bidhouse[0]?.requestid]);

    const live = await call(buildPageRequest(channel, debugging));
    expect(live.ext.debug.bidhouse).toMatchObject([{ requestid: serving.serves.at(-1)?.serveId, traced: false }]);
  });

  test('comes with the reasons for no bid', async () => {
    partner.on(
      '/secret-path',
      bids(() => null),
    );
    const { ext } = await call(buildPageRequest(channel, debugging));
    expect(ext.seatnonbid).toEqual([{ seat: 'bidhouse', nonbid: [{ impid: '1', statuscode: 0 }] }]);
  });

  test('comes with warnings about what is ignored or corrected', async () => {
    const request = buildPageRequest(channel, {
      wseat: ['a'],
      bseat: ['b'],
      imp: [{ id: '1', video: buildVideo() }],
      ext: {
        prebid: {
          debug: true,
          targeting: { includeWinners: true },
          createtids: false,
          floors: {},
          storedrequest: { id: 'x' },
        },
      },
    });
    const { answer, ext } = await call(request);
    expect(answer.seatbid).toHaveLength(1);
    expect(ext.warnings?.prebid).toEqual(
      expect.arrayContaining([
        { code: 10_999, message: 'bseat: Ignored: cannot be combined with wseat' },
        { code: 10_999, message: 'ext.prebid.targeting.includeWinners: Ignored' },
        { code: 10_999, message: 'ext.prebid.floors: Ignored' },
        { code: 10_999, message: 'ext.prebid.storedrequest: Ignored' },
      ]),
    );
    const names = Array.from({ length: 500 }, (_, index) => [`${index}-${'x'.repeat(500)}`, 1] as const);
    const many = await call(
      buildPageRequest(channel, { ext: { prebid: { debug: true, ...Object.fromEntries(names) } } }),
    );
    expect(many.ext.warnings?.prebid).toHaveLength(20);
    expect(many.ext.warnings?.prebid[0]?.message).toMatch(/^ext\.prebid\.0-x{62}: Ignored$/);
  });

  test('has nothing of the demand, of the viewer’s cookies or of the viewer’s address', async () => {
    const user = { consent: buildTcString({ vendors: [testVendor] }) };
    const headers = {
      cookie: 'bhid=secretviewerid01; uids=secret-uids',
      authorization: 'Bearer secret-bearer',
      'x-forwarded-for': '198.51.100.77',
    };
    const { device, ...request } = buildPageRequest(channel, { user, ...debugging });
    const { ip: _ip, ...declared } = device ?? {};
    const { text, ext } = await call({ ...request, device: declared }, headers);
    expect(ext.debug.resolvedrequest.device).toEqual(declared);
    expect(text).not.toMatch(/secret|exchange|2\.3456|198\.51\.100|127\.0\.0\.1/i);
    expect(text).not.toContain(new URL(partner.url).host);
    // A page may see what it declares.
    const own = await call(buildPageRequest(channel, debugging));
    expect(own.ext.debug.resolvedrequest.device?.ip).toBe('203.0.113.9');
  });
});
