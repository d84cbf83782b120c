import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChannel, buildPixel, buildTag, messagesOf } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { readInline, readWrapper } from '../../../vast/buildVast.ts';
import { buildBidder } from '../bidders.ts';
import { startBidServer, type BidServer } from './bidServer.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let serving: TestServing;
let partner: TagServer;
let bidders: BidServer;
const account = { tagParams: ['Genre', 'ad.slot', 'uid'] };
const query = 'genre=a%26b&AD.slot=top&uid=u-1';

beforeAll(async () => {
  partner = await startTagServer();
  partner.on('/ad', answers(buildVast({ kind: 'inline' })));
  bidders = await startBidServer('viewer');
  serving = await startTestServing();
});
afterAll(async () => {
  await serving.close();
  await partner.close();
  await bidders.close();
});

test('values of a request’s own parameters go to tags, pixels and records', async () => {
  const url = `${partner.url}/ad?g=[GENRE]&s=[ad.slot]&x=[OTHER]`;
  serving.useTags([buildTag({ url })], { ivtIds: [1] }, account);
  const pixel = buildPixel({ url: 'https://pixel.example/?g=[GENRE]&u=[UID]' });
  for (const message of messagesOf({ ivt: [pixel] })) applyMessage(serving.snapshot, message);
  const { xml, record } = await serving.requestAd(query);
  expect(partner.seen.at(-1)?.url).toBe('/ad?g=a%26b&s=top&x=[OTHER]');
  expect(readInline(xml).impressions.map((each) => each.url)).toContain('https://pixel.example/?g=a%26b&u=u-1');
  expect(record.origin.params).toEqual({ genre: 'a&b', 'ad.slot': 'top' });

  const [own] = readInline(xml).impressions.flatMap((each) => /\/e\/impression\/.*/.exec(each.url) ?? []);
  expect((await fetch(serving.url + own)).status).toBe(200);
  expect(serving.events.at(-1)?.payload?.origin.params).toEqual(record.origin.params);
});

test('a player that calls the tag itself gets them filled, and empty if the request has none', async () => {
  serving.useTags([buildTag({ url: `${partner.url}/ad?g=[GENRE]&s=[AD.SLOT]`, handling: 'wrap' })], {}, account);
  const { xml, record } = await serving.requestAd('genre=news');
  expect(readWrapper(xml).vastAdTagUri).toBe(`${partner.url}/ad?g=news&s=`);
  expect(record.origin.params).toEqual({ genre: 'news' });
  expect((await serving.requestAd()).record.origin.params).toBeUndefined();
});

test('bidders receive those that do not identify the viewer, through every integration', async () => {
  serving.useTags([buildBidder(`${bidders.url}/bid`)], {}, account);
  await serving.requestAd(query);
  expect(bidders.requestsAt('/bid').at(-1)?.imp[0]?.ext?.['data']).toEqual({ genre: 'a&b', 'ad.slot': 'top' });

  const imp = { id: '1', banner: { w: 300, h: 250 }, ext: { data: { Genre: 'sport' } } };
  const body = JSON.stringify({ id: 'r', imp: [imp], site: { page: 'https://news.example/' } });
  await fetch(`${serving.url}/rtb/${buildChannel().uid}`, { method: 'POST', body });
  expect(bidders.requestsAt('/bid').at(-1)?.imp[0]?.ext?.['data']).toEqual({ genre: 'sport', Genre: 'sport' });
  expect(serving.serves.at(-1)?.origin.params).toEqual({ genre: 'sport' });
});
