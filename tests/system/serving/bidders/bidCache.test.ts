import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { openFileBidCache } from '#storage/bidCache/fileBidCache.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bannerMarkup, bids, buildBidder, buildPageRequest, oneBid } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
const banner = { id: '1', banner: { format: [{ w: 300, h: 250 }] } };

interface CacheExt {
  bids?: { url: string; cacheId: string };
  vastXml?: { url: string; cacheId: string };
}

describe('Prebid Server and Prebid Cache: the cache of bids', () => {
  let folder: string;
  let partner: TagServer;
  let serving: TestServing;
  let pages: TestServing;
  let isFull = false;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bidhouse-bids-'));
    partner = await startTagServer();
    const cache = openFileBidCache({ folder, slot: 0, maxBytes: 1_000_000, now: Date.now });
    const bidCache = { ...cache, put: (...put: Parameters<typeof cache.put>) => (isFull ? null : cache.put(...put)) };
    const env = { ADS_URL: 'https://ads.example' };
    serving = await startTestServing({ env, bidCache: bidCache as typeof cache });
    pages = await startTestServing({ env: { ...env, CACHE_PUTS: '1' }, bidCache: bidCache as typeof cache });
  });
  afterAll(async () => {
    await Promise.all([serving.close(), pages.close(), partner.close()]);
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    isFull = false;
    serving.useTags([buildBidder(`${partner.url}/bid`)]);
  });

  const offer = (bid: Partial<Bid>) =>
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2, ...bid })),
    );
  const sell = async (imp: BidRequest['imp'][number], prebid: object): Promise<{ bid: Bid; answer: BidResponse }> => {
    const body = JSON.stringify(buildPageRequest(channel, { imp: [imp], ext: { prebid } }));
    const answer = (await (
      await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body })
    ).json()) as BidResponse;
    const bid = answer.seatbid?.[0]?.bid[0];
    if (!bid) throw new Error(`no bid: ${JSON.stringify(answer)}`);
    return { bid, answer };
  };
  const extOf = ({ ext }: Bid) =>
    (ext?.['prebid'] ?? {}) as { cache?: CacheExt; targeting?: Readonly<Record<string, string>> };
  /** The public URL leads to the test's server. */
  const read = (url = '', init?: RequestInit) => fetch(url.replace('https://ads.example', serving.url), init);

  test('has the VAST of a video, and the keys with which an app finds it', async () => {
    offer({ adm: buildVast({ kind: 'inline' }) });
    const video = { id: '1', video: { mimes: ['video/mp4'], w: 640, h: 360 } };
    const { bid, answer } = await sell(video, { targeting: {}, cache: { bids: {}, vastxml: {} } });
    const { cache, targeting } = extOf(bid);
    expect(answer.ext).not.toHaveProperty('errors');
    expect(cache).toEqual({
      bids: { url: `https://ads.example/cache?uuid=${cache?.bids?.cacheId}`, cacheId: expect.any(String) },
      vastXml: { url: `https://ads.example/cache?uuid=${cache?.vastXml?.cacheId}`, cacheId: expect.any(String) },
    });
    expect(targeting).toMatchObject({
      hb_cache_id: cache?.bids?.cacheId,
      hb_uuid: cache?.vastXml?.cacheId,
      hb_cache_host: 'ads.example',
      hb_cache_path: '/cache',
      hb_cache_id_bidhouse: cache?.bids?.cacheId,
    });
    const vast = await read(cache?.vastXml?.url, { headers: { origin: 'https://page.example' } });
    expect(await vast.text()).toBe(bid.adm);
    expect(Object.fromEntries(vast.headers)).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'access-control-allow-origin': 'https://page.example',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    const { ext: _, ...withoutExt } = bid;
    expect(await (await read(cache?.bids?.url)).json()).toEqual(withoutExt);
  });

  test('has a banner as a bid only, and nothing that the request does not ask for', async () => {
    offer({ adm: bannerMarkup, mtype: 1, w: 300, h: 250 });
    const both = await sell(banner, { targeting: {}, cache: { bids: {}, vastxml: {} } });
    expect(Object.keys(extOf(both.bid).cache ?? {})).toEqual(['bids']);
    expect(extOf(both.bid).targeting).not.toHaveProperty('hb_uuid');
    const stored = (await (await read(extOf(both.bid).cache?.bids?.url)).json()) as Bid;
    expect(stored.adm).toContain('https://cdn.example/a.png');

    const none = await sell(banner, { targeting: {} });
    expect(extOf(none.bid)).not.toHaveProperty('cache');
    expect(extOf(none.bid).targeting).not.toHaveProperty('hb_cache_host');
  });

  test('Prebid, ext.prebid.cache: has the VAST of audio, as that of a video', async () => {
    const adm = buildVast({ kind: 'inline' }).replaceAll('video/mp4', 'audio/mpeg');
    offer({ adm, mtype: 3 });
    const audio = { id: '1', audio: { mimes: ['audio/mpeg'], protocols: [2, 3, 7] } };
    const { bid } = await sell(audio, { targeting: {}, cache: { bids: {}, vastxml: { returnCreative: false } } });
    const { cache, targeting } = extOf(bid);
    expect(bid.ext).toMatchObject({ prebid: { type: 'audio' } });
    expect(targeting).toMatchObject({ hb_cache_id: cache?.bids?.cacheId, hb_uuid: cache?.vastXml?.cacheId });
    const vast = await read(cache?.vastXml?.url);
    expect(vast.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await vast.text();
    expect(xml).toContain('type="audio/mpeg"');
    expect(xml).toMatch(/<Impression[^>]*><!\[CDATA\[https:\/\/ads\.example\/e\/impression\//);
    expect(await (await read(cache?.bids?.url)).json()).toMatchObject({ adm: xml, mtype: 3 });
  });

  test('Prebid, ext.prebid.cache: has a native ad as a bid, with the trackers in it', async () => {
    const answer = {
      ver: '1.2',
      link: { url: 'https://brand.example/' },
      assets: [{ id: 1, title: { text: 'Hello' } }],
    };
    offer({ adm: JSON.stringify(answer), mtype: 4 });
    const request = JSON.stringify({ ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 90 } }] });
    const { bid } = await sell({ id: '1', native: { request } }, { targeting: {}, cache: { bids: {}, vastxml: {} } });
    const { cache, targeting } = extOf(bid);
    expect(Object.keys(cache ?? {})).toEqual(['bids']);
    expect(targeting).toMatchObject({ hb_cache_id: cache?.bids?.cacheId, hb_cache_path: '/cache' });
    expect(targeting).not.toHaveProperty('hb_uuid');
    const stored = (await (await read(cache?.bids?.url)).json()) as Bid;
    expect(stored.adm).toBe(bid.adm);
    expect(JSON.parse(stored.adm ?? '')).toMatchObject({
      assets: answer.assets,
      eventtrackers: [{ event: 1, method: 1, url: expect.stringContaining('/e/impression/') as string }],
      link: { clicktrackers: [expect.stringContaining('/e/click/')] },
    });
  });

  test('replaces the markup of a response only where it has it', async () => {
    offer({ adm: bannerMarkup, mtype: 1, w: 300, h: 250 });
    const prebid = { cache: { bids: { returnCreative: false } } };
    const { bid } = await sell(banner, prebid);
    expect(bid).not.toHaveProperty('adm');
    expect(await (await read(extOf(bid).cache?.bids?.url)).json()).toMatchObject({
      adm: expect.stringContaining('https://cdn.example/a.png'),
    });

    const both = await sell(banner, { cache: { bids: {}, vastxml: { returnCreative: false } } });
    expect(both.bid.adm).toContain('https://cdn.example/a.png');

    isFull = true;
    const full = await sell(banner, prebid);
    expect(full.bid.adm).toContain('https://cdn.example/a.png');
    expect(extOf(full.bid)).not.toHaveProperty('cache');
    expect(full.answer.ext).toMatchObject({
      errors: { prebid: [{ code: 999, message: 'Not all bids could be cached' }] },
    });
  });

  test('answers an ID that it does not have, or none, with a problem', async () => {
    expect((await read(`${serving.url}/cache?uuid=00000000-0000-8000-8000-000000000000`)).status).toBe(404);
    const missing = await read(`${serving.url}/cache`);
    expect(missing.status).toBe(400);
    expect(await missing.json()).toEqual({
      problems: [{ code: 'required', message: 'The ID is required', path: 'uuid' }],
    });
  });

  const put = (target: TestServing, body: unknown) =>
    fetch(`${target.url}/cache`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

  test('stores what pages send in the form of Prebid Cache, where the operator allows it', async () => {
    const puts = [
      { type: 'xml', value: '<VAST version="3.0"/>', ttlseconds: 60 },
      { type: 'json', value: { adm: '<b>', w: 300 } },
      { type: 'json', value: '<i>', ttlseconds: 0, key: 'mine' },
    ];
    expect((await put(serving, { puts })).status).toBe(403);
    const answer = await put(pages, { puts });
    expect(answer.status).toBe(200);
    const { responses } = (await answer.json()) as { responses: { uuid: string }[] };
    const bodies = await Promise.all(
      responses.map(async ({ uuid }) => (await fetch(`${pages.url}/cache?uuid=${uuid}`)).text()),
    );
    expect(bodies).toEqual(['<VAST version="3.0"/>', '{"adm":"<b>","w":300}', '"<i>"']);

    expect(await (await put(pages, { puts: [] })).json()).toEqual({ responses: [] });
    isFull = true;
    expect((await put(pages, { puts })).status).toBe(503);
  });

  test('rejects what pages may not store, with every fault', async () => {
    const puts = [{ type: 'html' }, { type: 'xml', value: 5, ttlseconds: -1 }, 7];
    const answer = await put(pages, { puts });
    expect(answer.status).toBe(400);
    const { problems } = (await answer.json()) as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path)).toEqual([
      'puts.0.type',
      'puts.0.value',
      'puts.1.ttlseconds',
      'puts.1.value',
      'puts.2',
    ]);
    for (const body of ['{', 'null', '5', '[]', '{}', '']) expect((await put(pages, body)).status, body).toBe(400);
    expect((await put(pages, { puts: Array.from({ length: 11 }, () => ({ type: 'json', value: 1 })) })).status).toBe(
      400,
    );
    expect((await put(pages, { puts: [{ type: 'xml', value: 'x'.repeat(200_000) }] })).status).toBe(400);
  });
});
