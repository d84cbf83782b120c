import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTcString, testVendor } from '../../../privacy/buildTcString.ts';
import { startBidServer, type BidServer } from '../bidders/bidServer.ts';
import { biddersOf, buildBidTag, openSyncBrowser, ownGvlId, type SyncBrowser } from './syncBrowser.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const both = [testVendor, ownGvlId];
const consenting = buildTcString({ vendors: both, disclosed: both });
const gdpr = (consent: string) => `gdpr=1&gdpr_consent=${consent}`;

describe('cookie syncs', () => {
  let bidder: BidServer;
  let serving: TestServing;
  let browser: SyncBrowser;

  beforeAll(async () => {
    bidder = await startBidServer('abc');
    serving = await startTestServing({ env: { GVL_ID: String(ownGvlId) } });
    serving.useTags([buildBidTag(bidder, { id: 1 }), buildBidTag(bidder, { id: 2 })]);
  });
  afterAll(async () => {
    await serving.close();
    await bidder.close();
  });
  beforeEach(() => {
    browser = openSyncBrowser(serving, bidder);
  });

  const set = (query: string, headers: Record<string, string> = {}) =>
    browser.call(`/setuid?bidder=tag0000000000001&uid=abc&${query}`, {}, headers);

  test('run with consent to storage for the bidder and for us', async () => {
    const answer = await browser.sync({ gdpr: 1, gdpr_consent: consenting });
    expect(biddersOf(answer)).toHaveLength(2);
    for (const status of answer.bidder_status) expect((await browser.follow(status)).status).toBe(200);
    const id = browser.cookies.get('bhid');
    expect(await browser.userSentTo(1, gdpr(consenting))).toMatchObject({ buyeruid: 'abc', id });
  });

  test('are only offered to the bidders with consent', async () => {
    const three = [...both, 30];
    const choices = { vendors: three, disclosed: three };
    const restrictions = [{ purpose: 1, kind: 'forbidden', vendors: [30] }] as const;
    serving.useTags(
      [1, 2, 3, 4].map((id) => buildBidTag(bidder, { id, gvlId: [testVendor, 30, null, 40][id - 1] ?? null })),
    );
    expect(biddersOf(await browser.sync({ gdpr: 1, gdpr_consent: buildTcString(choices) }))).toEqual([
      'tag0000000000001',
      'tag0000000000002',
    ]);
    const consent = buildTcString({ ...choices, restrictions });
    expect(biddersOf(await browser.sync({ gdpr: 1, gdpr_consent: consent }))).toEqual(['tag0000000000001']);
    expect(biddersOf(await browser.sync({ gdpr: 0 }))).toHaveLength(4);
    serving.useTags([buildBidTag(bidder, { id: 1 }), buildBidTag(bidder, { id: 2 })]);
  });

  test.each<[string, Record<string, string | number>, Record<string, string>]>([
    ['consent is refused', { gdpr: 1, gdpr_consent: buildTcString({ purposes: [], interests: [] }) }, {}],
    [
      'storage alone is refused',
      { gdpr: 1, gdpr_consent: buildTcString({ purposes: [2, 3, 4, 7], vendors: both, disclosed: both }) },
      {},
    ],
    ['consent is given to the bidder and not to us', { gdpr: 1, gdpr_consent: buildTcString() }, {}],
    [
      'consent is given to us and not to the bidder',
      { gdpr: 1, gdpr_consent: buildTcString({ vendors: [ownGvlId], disclosed: both }) },
      {},
    ],
    ['the GDPR applies and there is no consent string', { gdpr: 1 }, {}],
    ['the consent cannot be read', { gdpr: 1, gdpr_consent: 'nonsense' }, {}],
    ['the GPP section ids declare that the GDPR applies', { gpp_sid: '2', gpp: 'DBAA' }, {}],
    ['the viewer is opted out of the sale of data', { us_privacy: '1YYN' }, {}],
    ['the viewer is a child', { coppa: 1 }, {}],
    ['the browser sends Global Privacy Control', {}, { 'sec-gpc': '1' }],
    ['the browser sends Do Not Track', {}, { dnt: '1' }],
  ])('do not run when %s', async (_, signals, headers) => {
    const answer = await browser.sync(signals, headers);
    expect(answer.bidder_status).toEqual([]);
    const query = new URLSearchParams(
      Object.entries(signals).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const refused = await set(query.toString(), headers);
    expect(refused.status).toBe(451);
    expect(await refused.json()).toEqual({ problems: [expect.objectContaining({ code: 'not_allowed' })] });
    expect(browser.cookies.has('uids')).toBe(false);

    // Nor does it receive ids that the browser stored under an earlier choice.
    await set('');
    expect((await browser.userSentTo(1))?.buyeruid).toBe('abc');
    expect((await browser.userSentTo(1, query.toString(), headers))?.buyeruid).toBeUndefined();
  });

  test('store nothing of ours without consent, and send our id to no bidder', async () => {
    for (const consent of [buildTcString({ purposes: [] }), buildTcString()]) {
      await browser.sync({ gdpr: 1, gdpr_consent: consent });
      await set(gdpr(consent));
      expect(browser.received).toEqual([]);
    }
    await set('');
    expect((await browser.userSentTo(1))?.id).toBe(browser.cookies.get('bhid'));
    const viewerSent = await browser.userSentTo(1, gdpr(buildTcString()));
    expect(viewerSent).toEqual({ consent: buildTcString() });
  });

  test('have no legal basis under the GDPR without a vendor number of our own', async () => {
    const unknown = await startTestServing({ snapshot: () => serving.snapshot });
    const response = await fetch(`${unknown.url}/setuid?bidder=tag0000000000001&uid=abc&${gdpr(consenting)}`);
    await unknown.close();
    expect(response.status).toBe(451);
  });

  test('are removed without consent', async () => {
    await set('');
    const response = await browser.call('/setuid?bidder=tag0000000000001&uid=&gdpr=1');
    expect(response.status).toBe(200);
    expect(browser.cookies.has('uids')).toBe(false);
  });
});
