import type { TagRow } from '#model/index.ts';
import { createRates } from '#standards/openrtb/currency.ts';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '#engine/auction/auctions.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { PodTerms } from '#engine/auction/pod.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { PodRules } from '#engine/plan/podTerms.ts';
import { floorToEarn } from '#engine/pricing.ts';
import { applyMessage, emptySnapshot, planOf } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { buildBidResponse, type BidInput } from './buildBidResponse.ts';
import { buildAccount, buildAdvertiser, buildChannel, buildTag, buildWaterfallRow, messagesOf } from './buildRows.ts';
import { buildSetting, videoImp } from './buildSetting.ts';
import { buildVast, type VastInput } from './buildVast.ts';
import { RandomSource } from './randomSource.ts';

/** Auctions that were run to their end. */
export interface PlayedAuctions {
  settings: readonly AuctionSetting[];
  inputs: readonly RequestInput[];
  last: RequestStep;
  /** Time of the last input. */
  end: number;
}

/** Runs the auctions of a request with random channels, tags, imps and replies. */
export function playRandomAuctions(seed: number): PlayedAuctions {
  const random = new RandomSource(seed);
  const snapshot = randomConfiguration(random);
  const settings = Array.from({ length: 1 + random.below(3) }, (_, index) =>
    randomSetting(random, snapshot, index, seed),
  ).filter((setting) => setting !== null);
  const inputs: RequestInput[] = [];
  const calls = new Set<number>();
  const bidRequests: (readonly ImpRequest[])[] = [];
  let now = 0;
  let wake = 0;
  let step = startAuctions(settings, now);
  for (;;) {
    for (const effect of step.effects) {
      if (effect.kind === 'call') calls.add(effect.callId);
      if (effect.kind === 'cancel') calls.delete(effect.callId);
      if (effect.kind === 'bids') bidRequests.push(effect.impRequests);
      if (effect.kind === 'wake') wake = effect.at;
    }
    if (step.decisions) return { settings, inputs, last: step, end: now };
    let input: RequestInput;
    const next = now + random.below(200);
    if (next > wake || random.boolean(0.1) || (calls.size === 0 && bidRequests.length === 0)) {
      now = wake;
      input = { kind: 'clock', now };
    } else {
      now = next;
      input = randomReply(random, { calls, bidRequests, settings, now });
    }
    inputs.push(input);
    step = stepAuctions(step.state, input);
  }
}

function randomConfiguration(random: RandomSource): Snapshot {
  // Pods fill up when there is plenty of demand.
  const isPlentiful = random.boolean(0.3);
  const tags = Array.from({ length: (isPlentiful ? 6 : 1) + random.below(12) }, (_, index) =>
    isPlentiful ? plainTag(random, index + 1) : randomTag(random, index + 1),
  );
  const channels = [1, 2].map((id) =>
    buildChannel({
      id,
      parallelCalls: 1 + random.below(4),
      timeoutMs: 100 + random.below(1500),
      floor: isPlentiful ? '0.00' : random.usd(),
      areDealsFirst: random.boolean(0.7),
      costModel: random.pick(['none', 'share', 'floor', 'cpm']),
      costShare: 60,
      costCpm: '0.50',
      minMargin: random.boolean(0.2) ? 10 : 0,
      podSlots: random.boolean(0.5) ? 1 : 2 + random.below(3),
      podDuration: random.boolean(0.5) ? null : 15 + random.below(60),
      dedupeCreatives: random.boolean(0.7),
      dedupeAdvertisers: random.boolean(0.7),
      dedupeCategories: random.boolean(0.5),
    }),
  );
  const snapshot = emptySnapshot();
  const rows = messagesOf({
    demand: [buildAccount()],
    advertiser: [buildAdvertiser(), buildAdvertiser({ id: 2, status: random.boolean(0.8) ? 1 : 0 })],
    channel: channels,
    tag: tags,
    waterfallRow: channels.flatMap((channel) =>
      tags.map((tag) =>
        buildWaterfallRow({
          id: channel.id * 100 + tag.id,
          channelId: channel.id,
          tagId: tag.id,
          tier: 1 + random.below(3),
          isEnabled: random.boolean(0.9),
        }),
      ),
    ),
  });
  for (const message of rows) applyMessage(snapshot, message);
  return snapshot;
}

/** A tag with a stored ad, or a bidding one. */
function plainTag(random: RandomSource, id: number): TagRow {
  const rate = `${1 + random.below(4)}.00`;
  if (random.boolean(0.3)) return buildTag({ id, integration: 'RTB', endpoint: `https://bidder${id}.example/bid` });
  return buildTag({ id, rate, source: 'stored', vastXml: randomVast(random) });
}

function randomTag(random: RandomSource, id: number): TagRow {
  const isStored = random.boolean(0.3);
  const common = {
    id,
    advertiserId: 1 + random.below(2),
    status: random.boolean(0.9) ? 1 : 0,
    handling: random.boolean(0.1) ? 'wrap' : 'unwrap',
    timeoutMs: 100 + random.below(900),
    floor: random.usd(),
  } as const;
  if (random.boolean(0.25)) return buildTag({ ...common, integration: 'PreBid', partner: 'appnexusP' });
  if (random.boolean(0.5)) {
    return buildTag({
      ...common,
      integration: 'RTB',
      endpoint: `https://bidder${id}.example/bid`,
      auctionType: random.pick(['first', 'second']),
      currency: random.boolean(0.2) ? 'EUR' : 'USD',
      mediaTypes: random.boolean(0.2) ? ['banner'] : [],
    });
  }
  return buildTag({
    ...common,
    source: isStored ? 'stored' : 'url',
    vastXml: isStored ? randomVast(random) : '',
    rateModel: random.boolean(0.3) ? 'dynamic' : 'fixed',
    rate: random.usd(),
  });
}

function randomSetting(random: RandomSource, snapshot: Snapshot, index: number, seed: number): AuctionSetting | null {
  const plan = planOf(snapshot, 1 + random.below(2));
  if (!plan) throw new Error('no plan');
  const floor = floorToEarn(plan.costTerms, random.pick([0, 0, 250_000_000, 1_500_000_000]));
  if (floor === null) return null;
  const deals = Array.from({ length: random.below(3) }, (_, deal) => randomDeal(random, `deal-${deal}`));
  const pod = randomPod(random, plan.pod, index);
  const isBanner = random.boolean(0.3) && (pod?.slots ?? 1) === 1;
  const media: Partial<Imp> = isBanner ? { banner: { w: 300, h: 250 } } : {};
  const imp: Imp = {
    ...(random.boolean(0.2) && media.banner ? {} : videoImp),
    ...media,
    id: String(index + 1),
    ...(deals.length > 0 ? { pmp: { deals, private_auction: random.boolean(0.2) ? 1 : 0 } } : {}),
  };
  return buildSetting(plan, { seed, imp, floor, pod, rates: createRates({ EUR: 1.25 }) });
}

/** A separate pod, a part of a shared one, or none. */
function randomPod(random: RandomSource, rules: PodRules, index: number): PodTerms | null {
  const shortestS = 5;
  if (random.boolean(0.2)) return { ...rules, podId: 'shared', isShared: true, slots: 1, durationS: null, shortestS };
  if (rules.slots === 1) return null;
  const isShared = random.boolean(0.3);
  return { ...rules, podId: isShared ? 'shared' : `pod ${index}`, isShared, shortestS };
}

function randomDeal(random: RandomSource, id: string): Deal {
  return {
    id,
    ...(random.boolean(0.6) ? { bidfloor: random.below(4) / 2 } : {}),
    ...(random.boolean(0.5) ? { at: 1 + random.below(3) } : {}),
    ...(random.boolean(0.2) ? { bidfloorcur: 'EUR' } : {}),
  };
}

/** Possible targets of a reply. */
interface Open {
  calls: Set<number>;
  bidRequests: (readonly ImpRequest[])[];
  settings: readonly AuctionSetting[];
  now: number;
}

function randomReply(random: RandomSource, { calls, bidRequests, settings, now }: Open): RequestInput {
  const failed = { ok: false, reason: 'conn_error' } as const;
  const isCall = bidRequests.length === 0 || (calls.size > 0 && random.boolean(0.5));
  if (isCall) {
    const callId = random.pick([...calls]);
    calls.delete(callId);
    return {
      kind: 'reply',
      now,
      callId,
      reply: random.boolean(0.2) ? failed : { ok: true, text: randomMarkup(random) },
    };
  }
  const [bidRequest = []] = bidRequests.splice(random.below(bidRequests.length), 1);
  return {
    kind: 'bids',
    now,
    impRequests: bidRequest,
    reply: random.boolean(0.2) ? failed : { ok: true, text: randomBids(random, settings, bidRequest) },
  };
}

function randomBids(
  random: RandomSource,
  settings: readonly AuctionSetting[],
  bidRequests: readonly ImpRequest[],
): string {
  if (random.boolean(0.1)) return random.pick(['', '<html>', '{}', '[]']);
  const imps = [...new Set(bidRequests.map(({ slot }) => slot))].flatMap((slot) => settings[slot]?.offered().imp ?? []);
  const bids = Array.from({ length: random.below(5) }, (_, index): BidInput => {
    const { candidate } = random.pick(bidRequests);
    const { id } = candidate.tag;
    const imp = random.pick(imps);
    const isVideo = imp.video !== undefined && random.boolean(0.7);
    const name = `https://bidder${id}.example/${index}`;
    return {
      impid: random.boolean(0.05) ? 'other' : imp.id,
      price: random.boolean(0.05) ? -1 : random.below(1000) / 200,
      ...(candidate.tag.bidder?.prebid ? { seat: `t${id}` } : {}),
      ...(isVideo ? {} : { w: 300, h: 250 }),
      adm: random.boolean(0.15) ? null : isVideo ? randomVast(random) : '<b>Hello</b>',
      ...(random.boolean(0.3) ? { dealid: `deal-${random.below(3)}` } : {}),
      ...(random.boolean(0.2) ? { slotinpod: random.pick([-1, 0, 1, 2]) } : {}),
      ...(random.boolean(0.5) ? { crid: `creative-${random.below(4)}` } : {}),
      ...(random.boolean(0.3)
        ? { adomain: [`brand${random.below(4)}.example`], cat: [`IAB${random.below(3)}-1`] }
        : {}),
      nurl: `${name}/won`,
      burl: `${name}/bill`,
      lurl: `${name}/lost`,
    };
  });
  const [first] = bidRequests;
  const cur = random.boolean(0.05) ? 'GBP' : (first?.candidate.tag.bidder?.currency ?? 'USD');
  return buildBidResponse(bids, imps, { cur, ...(random.boolean(0.05) ? { group: 1 } : {}) });
}

function randomMarkup(random: RandomSource): string {
  return random.boolean(0.1) ? '<b>Hello</b>' : randomVast(random);
}

function randomVast(random: RandomSource): string {
  const kind = random.below(8);
  if (kind === 0) return '<html>';
  if (kind === 1) return buildVast({ kind: 'empty' });
  if (kind === 2) {
    return buildVast({ kind: 'wrapper', to: `https://hop.example/${random.below(9)}`, follows: random.boolean(0.8) });
  }
  if (kind === 3) return buildVast({ kind: 'inline', pod: [1, 2, 3].map(() => randomAd(random)) });
  return buildVast(randomAd(random));
}

function randomAd(random: RandomSource): VastInput {
  if (random.boolean(0.1))
    return { kind: 'wrapper', to: `https://hop.example/${random.below(9)}`, takesPods: random.boolean(0.5) };
  return {
    kind: 'inline',
    price: `${random.below(5)}`,
    hasMedia: random.boolean(0.9),
    file: `film${random.below(6)}`,
    seconds: random.pick([0, 10, 15, 30]),
    ...(random.boolean(0.3)
      ? { advertiser: `brand${random.below(4)}.example`, category: `IAB${random.below(3)}` }
      : {}),
  };
}
