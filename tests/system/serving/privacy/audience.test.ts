import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { eventRow } from '#events/load/factRows.ts';
import { buildTcString } from '../../../privacy/buildTcString.ts';
import { readInline } from '../../../vast/buildVast.ts';
import { bannerMarkup, bids, buildBidder, buildPageRequest, buildVideo, oneBid } from '../bidders.ts';
import { ownGvlId } from './syncBrowser.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const stored = { source: 'stored', url: '', vastXml: buildVast({ kind: 'inline' }) } as const;
const tizen = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 SamsungBrowser/2.2 TV Safari/538.1';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

let serving: TestServing;
beforeAll(async () => {
  serving = await startTestServing({ env: { GVL_ID: String(ownGvlId) } });
});
afterAll(() => serving.close());
beforeEach(() => serving.useTags([buildTag(stored)]));

const requestAdFrom = async (query: string, headers: Record<string, string> = { 'user-agent': tizen }) =>
  serving.requestAd(query, { headers });

/** The audience and the device of an ad's impression, from its token. */
async function shown(query: string, headers?: Record<string, string>) {
  const { xml, record } = await requestAdFrom(query, headers);
  const own = readInline(xml).impressions.map(({ url }) => /\/e\/impression\/.*/.exec(url)?.[0])[0];
  await fetch(serving.url + own);
  const hit = serving.events.at(-1);
  if (!hit?.payload) throw new Error('no impression');
  expect(hit.payload.origin).toEqual(record.origin);
  return { audience: hit.payload.origin.audience, fact: eventRow(hit, 'counted') };
}

describe('a request record', () => {
  test('contains its location, device type and integration, and so do the events of its ad', async () => {
    const { audience, fact } = await shown('country=DEU&did=tv-1&gdpr=0');
    expect(audience).toMatchObject({
      country: 'DE',
      deviceKind: 'SmartTV',
      os: 'Tizen',
      browser: 'samsung-tizen',
      mediaType: 'video',
      integration: 'vast',
      consent: 'personal',
    });
    expect(fact).toMatchObject({ country: 'DE', deviceKind: 'SmartTV', imps: 1, deviceImps: 1 });
    const mobile = await shown('country=US', { 'user-agent': phone });
    expect(mobile.audience).toMatchObject({
      deviceKind: 'Mobile',
      os: 'iOS',
      browser: 'safari',
      consent: 'undeclared',
    });
  });

  test('has the same if it is refused, without a device', async () => {
    serving.useTags([buildTag(stored)], { status: 2 });
    const { record } = await requestAdFrom('country=FR&did=tv-1');
    expect(record).toMatchObject({
      reason: 'channel_inactive',
      origin: { audience: { country: 'FR', deviceKind: 'SmartTV', integration: 'vast', mediaType: 'video' } },
    });
    expect(record.origin.audience?.device).toBeUndefined();
    expect(record.tookMs).toBeGreaterThanOrEqual(0);
  });

  test('has none of it if no channel has the address', async () => {
    await fetch(`${serving.url}/vast/nobody?country=FR`);
    expect(serving.serves.at(-1)?.origin.audience).toBeUndefined();
  });
});

describe('the device of an ad', () => {
  test('is identified by its id, else by address and browser, for each account separately', async () => {
    const deviceOf = async (query: string, headers?: Record<string, string>) =>
      (await shown(query, headers)).audience?.device;
    const device = await deviceOf('did=tv-1');
    expect(device).toMatch(/^[0-9a-f]{16}$/);
    expect(await deviceOf('did=tv-1&ip=203.0.113.7')).toBe(device);
    expect(await deviceOf('did=tv-2')).not.toBe(device);
    const browser = await deviceOf('ip=203.0.113.7');
    expect(await deviceOf('ip=203.0.113.7')).toBe(browser);
    expect(await deviceOf('ip=203.0.113.8')).not.toBe(browser);
    expect(await deviceOf('ip=203.0.113.7', { 'user-agent': phone })).not.toBe(browser);
    serving.useTags([buildTag({ ...stored, demandId: 2 })], { demandId: 2 }, { id: 2 });
    expect(await deviceOf('did=tv-1')).not.toBe(device);
  });

  test('is not the key of the viewer under a frequency cap', async () => {
    serving.useTags([buildTag({ ...stored, freqImps: 5 })]);
    const { audience } = await shown('did=tv-1');
    const viewer = serving.events.at(-1)?.payload?.viewer;
    expect(viewer).toMatch(/^[0-9a-f]{16}$/);
    expect(audience?.device).not.toBe(viewer);
  });

  const refusing = buildTcString({ purposes: [], interests: [], vendors: [], disclosed: [ownGvlId] });
  const consenting = buildTcString({ vendors: [ownGvlId], disclosed: [ownGvlId] });
  test.each<[string, string, Record<string, string>, string]>([
    ['limited tracking', 'lmt=1', {}, 'contextual'],
    ['a child', 'coppa=1', {}, 'contextual'],
    ['an opt-out of the sale of data', 'us_privacy=1YYN', {}, 'contextual'],
    ['Global Privacy Control', '', { 'sec-gpc': '1' }, 'contextual'],
    ['a browser with Do Not Track', '', { dnt: '1' }, 'contextual'],
    ['the GDPR without any choice', 'gdpr=1', {}, 'refused'],
    ['the GDPR with a choice that cannot be read', 'gdpr=1&gdpr_consent=nonsense', {}, 'refused'],
    ['no consent under the GDPR', `gdpr=1&gdpr_consent=${refusing}`, {}, 'refused'],
  ])('is not identified under %s, whatever else identifies it', async (_, query, headers, consent) => {
    const { audience, fact } = await shown(`did=tv-1&ip=203.0.113.7&${query}`, { 'user-agent': tizen, ...headers });
    expect(audience).toMatchObject({ consent, deviceKind: 'SmartTV' });
    expect(audience).not.toHaveProperty('device');
    expect(fact).toMatchObject({ imps: 1 });
    expect(fact).not.toHaveProperty('deviceImps');
  });

  test('is identified with consent under the GDPR', async () => {
    const { audience } = await shown(`did=tv-1&gdpr=1&gdpr_consent=${consenting}`);
    expect(audience).toMatchObject({ consent: 'personal', device: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
  });

  test('is not identified under the GDPR for an operator without a number in the Global Vendor List', async () => {
    const nameless = await startTestServing();
    nameless.useTags([buildTag(stored)]);
    const { record } = await nameless.requestAd(`did=tv-1&gdpr=1&gdpr_consent=${consenting}`);
    await nameless.close();
    expect(record.origin.audience).toMatchObject({ consent: 'contextual' });
    expect(record.origin.audience).not.toHaveProperty('device');
  });
});

describe('the media type of an ad', () => {
  let server: TagServer;
  beforeAll(async () => {
    server = await startTagServer();
    server.on(
      '/banner',
      bids((request) => oneBid(request, { adm: bannerMarkup, mtype: 1 })),
    );
  });
  afterAll(() => server.close());

  test('is that of the ad if several were offered, and both if none was sold', async () => {
    const { uid } = buildChannel();
    const banner = { format: [{ w: 300, h: 250 }] };
    const sendBidRequest = async (imp: object) => {
      const body = JSON.stringify(buildPageRequest(uid, { imp: [{ id: '1', ...imp }] }));
      await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body });
      return serving.serves.at(-1);
    };
    serving.useTags([buildBidder(`${server.url}/banner`, { mediaTypes: ['banner'] })]);
    const sold = await sendBidRequest({ banner, video: buildVideo() });
    expect(sold).toMatchObject({ reason: null, origin: { audience: { mediaType: 'banner', integration: 'prebid' } } });
    serving.useTags([buildBidder(`${server.url}/banner`, { mediaTypes: ['banner'], status: 2 })]);
    expect((await sendBidRequest({ banner, video: buildVideo() }))?.origin.audience?.mediaType).toBe('several');
    expect((await sendBidRequest({ banner }))?.origin.audience?.mediaType).toBe('banner');
  });

  test('is its own where the imps of a request share their viewer and place', async () => {
    const { uid } = buildChannel();
    serving.useTags([buildTag(stored), buildBidder(`${server.url}/banner`, { id: 2, mediaTypes: ['banner'] })]);
    const imp = [
      { id: '1', banner: { format: [{ w: 300, h: 250 }] } },
      { id: '2', video: buildVideo() },
    ];
    const request = buildPageRequest(uid, { imp, device: { ua: tizen, ip: '203.0.113.7', geo: { country: 'DEU' } } });
    await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(request) });
    const [one, other] = serving.serves.slice(-2).map(({ origin }) => origin);
    expect(one).toMatchObject({
      site: 'news.example',
      audience: {
        country: 'DE',
        deviceKind: 'SmartTV',
        device: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        mediaType: 'banner',
      },
    });
    expect(other).toEqual({ ...one, audience: { ...one?.audience, mediaType: 'video' } });
  });
});
