import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { messagesOf } from '#tests/support/engine/buildRows.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { readSeed } from '../../../attack/readSeed.ts';
import { randomAd } from '../../../vast/randomAd.ts';
import { buildBidRequest } from '../bidders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';
import { channel, everyPathRows, podChannel, supplier } from './everyPathRows.ts';
import { malformedQuery } from './malformedQuery.ts';
import { randomBids } from './randomBids.ts';
import { randomImps } from './randomImps.ts';
import { queryOf, randomImp, termNames } from './randomTerms.ts';
import { saleViolations } from './saleViolations.ts';
import { queryNames, vastViolations } from './vastViolations.ts';

const seed = fullOrReduced(readSeed(), 22);
const count = Number(process.env['N'] ?? fullOrReduced(100_000, 1_000));
const random = new RandomSource(seed);
const tagUrl = 'https://tag.example/next';

/** Partners in this process: the network is not tested here. */
const bids: BidPoster = {
  post(_url, { body }, respond) {
    const request = JSON.parse(body.toString()) as BidRequest;
    const text = random.boolean(0.6) ? JSON.stringify(randomBids(request, tagUrl, random)) : '';
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
  const rows = messagesOf(everyPathRows(tagUrl, random));
  for (const message of [{ type: 'reset' } as const, ...rows]) applyMessage(serving.snapshot, message);
});
afterAll(() => serving.close());

const counts = new Map<string, number>();
const add = (name: string, more = 1) => void counts.set(name, (counts.get(name) ?? 0) + more);

/** Counts the ads of a response by their buyers, and by what is special of them. */
function countAds(path: string, ads: readonly string[]): void {
  add(path, ads.length);
  for (const { candidates, reason } of serving.serves.splice(0)) {
    if (reason !== null) continue;
    for (const { tagId, adexchangeId = 0, campaignId = 0, reason: lost } of candidates) {
      if (lost === null) add(campaignId ? 'campaign' : adexchangeId ? `exchange ${adexchangeId}` : `tag ${tagId}`);
    }
  }
  if (ads.length > 1) add('several ads');
  add('wrapper', ads.filter((xml) => xml.includes('<Wrapper')).length);
}

/** The request and the response of the first case of each violation. */
const violations = new Map<string, string>();

function report(found: readonly string[], request: string, response: string): void {
  for (const each of found) if (!violations.has(each)) violations.set(each, `${request}\n${response}`);
}

const termsOfImps = [
  ...termNames,
  ...'banner native pmp deals wadomain btype format w h wmin maxseq poddedupe'.split(' '),
];

/** A request of one to four imps, which may be malformed. */
function mutatedRequest(): { imp: Imp[]; badv?: string[] } {
  const mutated = mutateJson(randomImps(random), random.pick([0, 0, 1, 2]), termsOfImps, random) as Imp[];
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const imp = mutated.map((each, index) =>
    isObject(each) ? { ...each, id: `${index + 1}`, tagid: channel.uid } : each,
  );
  return { imp, ...(random.boolean(0.2) ? { badv: ['blocked.example'] } : {}) };
}

async function sendBidRequest(path: string): Promise<void> {
  const request = buildBidRequest(mutatedRequest());
  const body = JSON.stringify(request);
  const response = await fetch(serving.url + path, { method: 'POST', body });
  const text = await response.text();
  add(`status ${response.status}`);
  if (![200, 204, 400].includes(response.status)) report([`status ${response.status}`], `${path} ${body}`, text);
  const answer = response.status === 200 ? (JSON.parse(text) as BidResponse) : { id: '' };
  countAds(
    path,
    (answer.seatbid ?? []).flatMap(({ bid }) => bid.map(({ adm = '' }) => adm)),
  );
  report(saleViolations(JSON.parse(body) as BidRequest, answer), `${path} ${body}`, text);
}

async function requestAd(): Promise<void> {
  const { uid, podSlots, podDuration } = random.boolean(0.4) ? podChannel : channel;
  const wellFormed = queryOf(randomImp('1', random), random).toString();
  const query = random.boolean(0.5) ? malformedQuery(wellFormed, queryNames, random) : wellFormed;
  const url = `/vast/${uid}?${query}`;
  const response = await fetch(serving.url + url);
  const xml = await response.text();
  add(`status ${response.status}`);
  if (response.status !== 200) report([`status ${response.status}`], url, xml);
  countAds('/vast', xml.match(/<Ad[\s>].*?<\/Ad>/gs) ?? []);
  report(vastViolations(xml, query, { podSlots, podDuration }), url, xml);
}

test(
  `OpenRTB 2.6, 3.2.4 to 3.2.12, and VAST 4.3: of ${count} mutated requests, each answered by mutated ads, none gets an ad that breaks it`,
  { timeout: 3_600_000 },
  async () => {
    process.stdout.write(`mutated ads: SEED=${seed}\n`);
    const paths = ['/openrtb2/auction', `/rtb/${channel.uid}`, `/bid/${supplier.uid}`];
    for (let sent = 0; sent < count; sent += 1) {
      const path = paths[sent % 4];
      if (path === undefined) await requestAd();
      else await sendBidRequest(path);
    }
    process.stdout.write(`mutated ads: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    expect(Object.fromEntries(violations)).toEqual({});
    expect(errors).toEqual([]);
    // Mutations that have no effect are worth as little as those that are always refused.
    expect(counts.get('status 400') ?? 0).toBeGreaterThan(count / 50);
    for (const path of [...paths, '/vast']) expect(counts.get(path) ?? 0, path).toBeGreaterThan(count / 50);
    const buyers = ['campaign', 'exchange 1', 'exchange 2', ...[1, 2, 3, 4, 5].map((id) => `tag ${id}`)];
    for (const name of [...buyers, 'several ads', 'wrapper']) {
      expect(counts.get(name) ?? 0, name).toBeGreaterThan(count / 1000);
    }
  },
);
