import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#runtime/log/createLogger.ts';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { responseTo as responseToNative, nativeNames, nativeRequests } from '#tests/support/native/nativeSamples.ts';
import { responseViolations, nativeOf } from '#tests/support/native/nativeViolations.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import { nativeRequestOf } from '#standards/openrtb/native/nativeRequestOf.ts';
import minimalRequests from '#standards/openrtb/fixtures/minimalRequests.json' with { type: 'json' };
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bannerMarkup, buildBidder, buildBidRequest } from '../bidders.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;

/** Numbers in [0, 1) that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(20);
const changes = new RandomSource(21);
const randomBoolean = (probability: number): boolean => random() < probability;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const malformedValues: unknown[] = [
  null,
  true,
  0,
  -1,
  3,
  0.5,
  1e300,
  '',
  '1',
  'bidhouse',
  channel,
  '${AUCTION_PRICE}',
  '\ud800!,%<&"',
  'x'.repeat(3000),
  [],
  [null],
  ['a', 1],
  [[]],
  {},
  { id: '1' },
  { w: 300, h: 250 },
  JSON.parse('{"__proto__":"bidhouse","constructor":"bidhouse","toString":"bidhouse","length":3}'),
];

const names = (
  'ext prebid aliases bidder bidhouse channel targeting pricegranularity ranges schain nodes complete eids uids data video banner native audio format pmp deals ' +
  'private_auction bidfloor bidfloorcur wseat bseat badv bcat acat battr btype cur at tmax regs gdpr gpp gpp_sid us_privacy coppa consent user device geo ip ua page ' +
  'rqddurs durfloors mincpmpersec minduration maxduration poddur maxseq request secure tagid __proto__ constructor'
).split(' ');

const bidNames =
  'id impid price adm nurl burl lurl crid adomain cat attr dealid w h dur mtype cur seat bid seatbid group ext iurl bundle apis protocol'.split(
    ' ',
  );

/** All nested objects and lists of a value. */
function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(partsOf)];
}

/** Puts malformed values into one or two places of a value, mostly of the same kind. */
function mutate<T>(value: T, more: readonly string[]): T {
  const copy = structuredClone(value);
  for (let change = 0; change < 1 + random(); change += 1) {
    const part = pick(partsOf(copy));
    const name = pick([...Object.keys(part), pick(more)]);
    const sameKind = malformedValues.filter((each) => kindOf(each) === kindOf(part[name]));
    const malformed = structuredClone(pick(sameKind.length > 0 && randomBoolean(0.7) ? sameKind : malformedValues));
    Object.defineProperty(part, name, { value: malformed, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** A text with a character changed or removed, or truncated. */
function garble(text: string): string {
  const at = Math.floor(random() * text.length);
  return pick([text.slice(0, at), text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + '"' + text.slice(at)]);
}

/** Native markup for a request, mostly of what it asks for. */
function nativeMarkup(request: string): string {
  const mutated = mutateJson(responseToNative(JSON.parse(request) as object), changes.below(3), nativeNames, changes);
  return JSON.stringify(mutated);
}

/** The response of a bidder, mostly valid. */
function answerTo(body: string | Buffer): string {
  const request = JSON.parse(body.toString()) as BidRequest;
  const bid = request.imp.map((imp, index) => ({
    id: `b${index}`,
    impid: imp.id,
    price: 1 + random() * 9,
    crid: `c${index}`,
    adm: imp.native ? nativeMarkup(imp.native.request) : imp.video ? buildVast({ kind: 'inline' }) : bannerMarkup,
    ...(imp.banner?.w ? { w: imp.banner.w, h: imp.banner.h } : (imp.banner?.format?.[0] ?? {})),
    dealid: imp.pmp?.deals?.[0]?.id,
    nurl: 'https://bidder.example/won?${AUCTION_PRICE}',
    burl: 'https://bidder.example/bill',
    lurl: 'https://bidder.example/lost',
    adomain: ['brand.example'],
  }));
  const response = { id: request.id, cur: request.cur?.[0], seatbid: [{ seat: pick(['t3', 'a']), bid }] };
  const text = JSON.stringify(randomBoolean(0.4) ? mutate(response, bidNames) : response);
  return randomBoolean(0.05) ? garble(text) : text;
}

/** Bidders in this process: the network is not tested here. */
const bids: BidPoster = {
  post(_url, { body }, respond) {
    const answered = answerTo(body);
    setImmediate(() =>
      respond(randomBoolean(0.1) ? { ok: false, reason: 'conn_error' } : { ok: true, text: answered }),
    );
    return () => undefined;
  },
  close: () => Promise.resolve(),
};

const fetcher: TagFetcher = {
  fetchTag: () =>
    Promise.resolve({ ok: true, text: randomBoolean(0.5) ? buildVast({ kind: 'inline' }) : bannerMarkup }),
  probe: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

const errors: string[] = [];
let serving: TestServing;

beforeAll(async () => {
  serving = await startTestServing({
    bids,
    fetcher,
    env: { PREBID_SERVER_URL: 'https://prebid.example' },
    logger: createLogger({ level: 'error', role: 'test', write: (line) => void errors.push(line) }),
  });
  serving.useTags(
    [
      buildBidder('https://bidder.example/bid', { id: 1, timeoutMs: 300 }),
      buildBidder('https://old.example/bid', { id: 2, timeoutMs: 300, rtbVersion: '2.5', auctionType: 'second' }),
      buildTag({ id: 3, timeoutMs: 300, integration: 'PreBid', partner: 'appnexusP' }),
      buildTag({ id: 4, timeoutMs: 300 }),
    ],
    { floor: '0.10', blockedAdomains: ['blocked.example'] },
  );
});
afterAll(() => serving.close());

const valid: object[] = [
  ...Object.values(minimalRequests),
  buildBidRequest(),
  buildBidRequest({
    imp: [
      { id: '1', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { bidhouse: { channel } } } } },
      { id: '2', video: { mimes: ['video/mp4'] }, pmp: { deals: [{ id: 'd1', bidfloor: 1 }] }, tagid: channel },
    ],
    ext: { prebid: { targeting: { pricegranularity: 'dense' }, aliases: { house: 'bidhouse' } } },
  }),
  buildBidRequest({
    cur: ['JPY', 'USD'],
    ext: { prebid: { debug: true, currency: { rates: { USD: { JPY: 150 }, EUR: { USD: 1.1 } }, usepbsrates: false } } },
  }),
];

/** A request that mostly names its channel in the usual place. */
function mutated(): string {
  const request = mutate(pick(valid), names) as { imp?: unknown };
  if (randomBoolean(0.8) && Array.isArray(request.imp)) {
    for (const imp of request.imp as unknown[])
      if (typeof imp === 'object' && imp) Object.assign(imp, { tagid: channel });
  }
  const text = JSON.stringify(request);
  return randomBoolean(0.05) ? garble(text) : text;
}

async function send(path: string): Promise<number> {
  const body = mutated();
  const response = await fetch(serving.url + path, { method: 'POST', body });
  const text = await response.text();
  expect([200, 204, 400], `${response.status} to ${body}`).toContain(response.status);
  if (response.status === 200) expect(typeof (JSON.parse(text) as BidResponse).id).toBe('string');
  if (response.status === 400) {
    const { problems } = JSON.parse(text) as { problems: { code: string; message: string; path: string }[] };
    expect(problems.length).toBeGreaterThan(0);
  }
  return response.status;
}

test('whatever a bid request or its response contains, an integration responds correctly without an internal error', async () => {
  const counts = new Map<number, number>();
  for (let round = 0; round < 100; round += 1) {
    const paths = Array.from({ length: 20 }, (_, index) => (index % 2 ? '/openrtb2/auction' : `/rtb/${channel}`));
    for (const status of await Promise.all(paths.map(send))) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect(errors).toEqual([]);
  // Mutations that have no effect are worth as little as those that are always refused.
  expect(counts.get(200)).toBeGreaterThan(500);
  expect(counts.get(400)).toBeGreaterThan(300);
  expect(serving.serves.some(({ reason }) => reason === null)).toBe(true);
});

/** A bid request for a native ad, with a mutated native request. */
function nativeBidRequest(): string {
  const request = mutateJson(changes.pick(nativeRequests), changes.below(3), nativeNames, changes);
  const native = { ver: '1.2', request: randomBoolean(0.8) ? JSON.stringify(request) : request };
  return JSON.stringify({ ...minimalRequests.native, imp: [{ id: '1', tagid: channel, native }] });
}

test('Native 1.2: whatever a native request or its response contains, what is sold is what was requested', async () => {
  const rounds = fullOrReduced(1000, 100);
  const counts = new Map<number, number>();
  let sold = 0;
  const sendNative = async (path: string) => {
    const body = nativeBidRequest();
    const response = await fetch(serving.url + path, { method: 'POST', body });
    const text = await response.text();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    expect([200, 204, 400], `${response.status} to ${body}`).toContain(response.status);
    if (response.status !== 200) return;
    for (const { bid } of (JSON.parse(text) as BidResponse).seatbid ?? []) {
      for (const { adm = '' } of bid) {
        const { request } = (JSON.parse(body) as { imp: [{ native: { request: unknown } }] }).imp[0].native;
        const asked = nativeRequestOf(typeof request === 'string' ? request : JSON.stringify(request));
        expect(responseViolations(nativeOf(adm), { ...asked }), `${adm} to ${body}`).toEqual([]);
        sold += 1;
      }
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const paths = Array.from({ length: 20 }, (_, index) => (index % 2 ? '/openrtb2/auction' : `/rtb/${channel}`));
    await Promise.all(paths.map(sendNative));
  }
  expect(errors).toEqual([]);
  expect(counts.get(400)).toBeGreaterThan(rounds * 5);
  expect(sold).toBeGreaterThan(rounds * 5);
});
