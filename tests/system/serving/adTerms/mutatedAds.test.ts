import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp, Video } from '#standards/openrtb/types.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildCampaign, buildCreative } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { readSeed } from '../../../attack/readSeed.ts';
import { adMarkup } from '../../../vast/adMarkup.ts';
import { adViolations, secondsOf } from '../../../vast/adViolations.ts';
import { randomAd } from '../../../vast/randomAd.ts';
import { buildBidRequest, buildBidder } from '../bidders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';
import { queryOf, randomImp, termNames } from './randomTerms.ts';

const seed = fullOrReduced(readSeed(), 22);
const count = Number(process.env['N'] ?? fullOrReduced(100_000, 1_000));
const random = new RandomSource(seed);
const channel = buildChannel({ campaignTier: 1, parallelCalls: 3 });
const tagUrl = 'https://tag.example/next';

/** A bid for an imp, which declares more or less of its ad, rightly or not. */
function bidFor({ id, video, audio }: Imp): object {
  const medium = audio && (!video || random.boolean(0.5)) ? 3 : 2;
  return {
    id: `bid-${id}`,
    impid: id,
    price: 0.2 + random.next() * 5,
    crid: 'creative',
    adomain: ['brand.example'],
    adm: randomAd(random, tagUrl),
    ...(random.boolean(0.5) ? { mtype: medium } : {}),
    ...(random.boolean(0.3) ? { dur: random.pick([6, 15, 30]) } : {}),
    ...(random.boolean(0.1) ? { apis: random.pick([[7], [2, 7], [1]]) } : {}),
    ...(random.boolean(0.1) ? { protocol: random.pick([2, 3, 7]) } : {}),
    ...(random.boolean(0.1) ? { attr: random.pick([[16], [1]]) } : {}),
  };
}

function answerTo(body: string | Buffer): string {
  const { id, imp } = JSON.parse(body.toString()) as BidRequest;
  return JSON.stringify({ id, cur: 'USD', seatbid: [{ seat: 't3', bid: imp.map(bidFor) }] });
}

/** Partners in this process: the network is not tested here. */
const bids: BidPoster = {
  post(_url, { body }, respond) {
    const text = random.boolean(0.6) ? answerTo(body) : '';
    setImmediate(() => respond({ ok: true, text }));
    return () => undefined;
  },
  close: () => Promise.resolve(),
};
const fetcher: TagFetcher = {
  fetchTag: () => Promise.resolve({ ok: true, text: random.boolean(0.7) ? randomAd(random, tagUrl) : '' }),
  probe: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

const errors: string[] = [];
let serving: TestServing;

beforeAll(async () => {
  serving = await startTestServing({
    bids,
    fetcher,
    random: () => random.next(),
    env: { PREBID_SERVER_URL: 'https://prebid.example' },
    logger: createLogger({ level: 'error', role: 'test', write: (line) => void errors.push(line) }),
  });
  const stored = Array.from({ length: 6 }, (_, index) =>
    buildTag({ id: 10 + index, source: 'stored', url: '', vastXml: randomAd(random, tagUrl), rate: `1.${index}0` }),
  );
  const tag = [
    buildBidder('https://bidder.example/bid', { id: 1 }),
    buildBidder('https://other.example/bid', { id: 2, handling: 'wrap', auctionType: 'second' }),
    buildTag({ id: 3, integration: 'PreBid', partner: 'appnexusP' }),
    buildTag({ id: 4, rate: '2.50' }),
    buildTag({ id: 5, rate: '1.00', handling: 'wrap' }),
    ...stored,
  ];
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [channel],
    tag,
    waterfallRow: tag.map(({ id }) => buildWaterfallRow({ id, tagId: id })),
    campaign: [
      buildCampaign({ id: 1, bid: '2.00', ownChannels: 'all', creativeIds: [1, 2] }),
      buildCampaign({ id: 2, type: 'audio', bid: '3.00', ownChannels: 'all', creativeIds: [3] }),
    ],
    creative: [
      buildCreative({ id: 1, type: 'vast', files: [], vastXml: adMarkup({ seconds: 6 }) }),
      buildCreative({ id: 2, type: 'vast', files: [], vastXml: adMarkup({ seconds: 30, isSkippable: true }) }),
      buildCreative({ id: 3, type: 'vast', files: [], vastXml: adMarkup({ mime: 'audio/mpeg', bitrate: 128 }) }),
    ],
  };
  for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(serving.snapshot, message);
});
afterAll(() => serving.close());

/** The floor in USD of an ad of these seconds, where the request alone says it (OpenRTB 2.6, 3.2.4, 3.2.35). */
function floorOf(imp: Imp, medium: 'video' | 'audio', seconds: number | null): number {
  const { mincpmpersec, durfloors } = imp[medium] ?? {};
  const plain = typeof imp.bidfloor === 'number' ? imp.bidfloor : 0;
  if (mincpmpersec === undefined && durfloors === undefined) return plain;
  if (seconds === null || typeof mincpmpersec !== 'number') return 0;
  return mincpmpersec * Math.floor(seconds);
}

const statuses = new Map<number, number>();
const sold = new Map<string, number>();

function note(response: Response, xml: string): void {
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  const [record] = serving.serves.splice(0);
  if (!xml.includes('<Ad')) return;
  const winner = record?.candidates.find(({ reason }) => reason === null)?.tagId ?? 0;
  sold.set(`${winner}`, (sold.get(`${winner}`) ?? 0) + 1);
}

async function sendBidRequest(path: string): Promise<void> {
  const request = buildBidRequest({ imp: [{ ...randomImp('1', random), tagid: channel.uid }] });
  const imp = mutateJson(request.imp[0] ?? {}, random.pick([0, 0, 1, 2]), termNames, random) as Imp;
  const body = JSON.stringify({ ...request, imp: [{ ...imp, id: '1', tagid: channel.uid }] });
  const response = await fetch(serving.url + path, { method: 'POST', body });
  const text = await response.text();
  expect([200, 204, 400], `${response.status} to ${body}`).toContain(response.status);
  const { seatbid = [] } = response.status === 200 ? (JSON.parse(text) as BidResponse) : {};
  const [bid] = seatbid.flatMap((seat): Bid[] => seat.bid);
  note(response, bid?.adm ?? '');
  if (!bid) return;
  const medium = bid.mtype === 3 ? 'audio' : 'video';
  const { adm: xml = '', price } = bid;
  expect(adViolations({ xml, medium }, imp), `${xml} to ${body}`).toEqual([]);
  const isInDollars = imp.bidfloorcur === undefined;
  if (isInDollars) {
    expect(price + 1e-6, `${xml} to ${body}`).toBeGreaterThanOrEqual(floorOf(imp, medium, secondsOf(xml)));
  }
}

async function requestAd(): Promise<void> {
  const imp = randomImp('1', random);
  const query = queryOf(imp);
  const response = await fetch(`${serving.url}/vast/${channel.uid}?${query.toString()}`);
  const xml = await response.text();
  expect(response.status, query.toString()).toBe(200);
  note(response, xml);
  if (!xml.includes('<Ad')) return;
  const medium = imp.video ? 'video' : 'audio';
  // The request does not say the others.
  const media: Partial<Video> = imp[medium] ?? {};
  const { rqddurs: _required, podid: _pod, battr: _attributes, maxextended: _extended, ...terms } = media;
  // Durations that contradict each other say nothing.
  if ((terms.minduration ?? 0) > (terms.maxduration ?? Infinity)) {
    delete terms.minduration;
    delete terms.maxduration;
  }
  const asked = { [medium]: { mimes: [], linearity: 1, api: [1, 2, 3, 5, 6, 8, 9], ...terms } };
  expect(adViolations({ xml, medium }, asked), `${xml} to ${query.toString()}`).toEqual([]);
}

test(
  `OpenRTB 2.6, 3.2.7, and VAST 4.3: of ${count} mutated requests, each answered by mutated ads, none gets an ad that breaks it`,
  { timeout: 1_200_000 },
  async () => {
    process.stdout.write(`mutated ads: SEED=${seed}\n`);
    for (let sent = 0; sent < count; sent += 1) {
      const kind = sent % 4;
      if (kind === 3) await requestAd();
      else await sendBidRequest(kind === 0 ? '/openrtb2/auction' : `/rtb/${channel.uid}`);
    }
    expect(errors).toEqual([]);
    // Mutations that have no effect are worth as little as those that are always refused.
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 50);
    const paths = ['1', '2', '3', '4', '5'];
    for (const path of paths) expect(sold.get(path) ?? 0, path).toBeGreaterThan(count / 1000);
    expect([...sold.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(count / 5);
  },
);
