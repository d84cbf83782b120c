import { newServeId } from '#events/token/token.ts';
import type {
  Audience,
  CandidateOutcome,
  EventRecord,
  ServedAd,
  ServeRecord,
  CountedRecord,
} from '#events/record/records.ts';
import {
  environments,
  isInvalid,
  measures,
  trackedEvents,
  type BillingNotice,
  type CandidateReason,
  type IvtVerdict,
  type Measure,
  type SupplyReason,
  type TrackedEvent,
} from '#model/index.ts';

/** A request and its hits, some of them repeated, late or forged. */
export function randomVisit(random: () => number, now: number, spanMs = 6 * 3_600_000): CountedRecord[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const at = now - Math.floor(random() * spanMs);
  const origin: ServeRecord['origin'] = {
    demandId: 1 + Math.floor(random() * 3),
    channelId: 10 + Math.floor(random() * 5),
    subpublisherId: Math.floor(random() * 3),
    environment: pick(environments).value,
    site: pick(['', 'news.example', 'sport.example', 'bücher.example']),
    app: pick(['', 'com.example.player']),
    publisher: pick(['', 'pub-1', 'pub-2']),
    ...(random() < 0.8 ? { audience: randomAudience(random) } : {}),
    ...pick<{ ivt?: IvtVerdict }>([{}, { ivt: 'valid' }, { ivt: 'valid' }, { ivt: 'crawler' }, { ivt: 'data_center' }]),
  };
  const isServed = random() < 0.6;
  const isOfSupplier = random() < 0.4;
  if (isOfSupplier) origin.supplierId = 1 + Math.floor(random() * 2);
  const reasons: (SupplyReason | null)[] = [
    'account_inactive',
    'bad_request',
    'no_candidates',
    'no_answer',
    'overload',
  ];
  const reason = isServed ? null : pick(reasons);
  const marketplaces = ['', '', 'Exchange A', 'Börse B'] as const;
  const candidates = Array.from({ length: Math.floor(random() * 4) }, (): CandidateOutcome => {
    const lost = pick<CandidateReason>(['timeout', 'empty', 'floor', 'outbid']);
    const marketplace = pick(marketplaces);
    return {
      tagId: 100 + Math.floor(random() * 4),
      advertiserId: 50,
      tier: 1,
      reason: lost,
      wasSent: lost !== 'floor',
      hasAnswered: lost === 'outbid',
      ...(marketplace === '' ? {} : { marketplace }),
      ...(isOfSupplier ? pick([{ campaignId: 7 }, { adexchangeId: 8, deal: 'deal 1' }]) : {}),
    };
  });
  const name = pick(marketplaces);
  const sale = name === '' ? {} : { marketplace: { name, revMd: Math.floor(random() * 8e6) } };
  const ad: ServedAd = {
    advertiserId: 51,
    tagId: 200,
    tier: 2,
    creative: pick(['', '00112233445566aa', 'ffeeddccbbaa9988']),
    rev: Math.floor(random() * 9e6),
    cost: Math.floor(random() * 5e6),
    systemCost: 50_000,
    ...sale,
    ...(random() < 0.3 ? { verificationVendors: 1, verificationFee: 300 } : {}),
    ...(isOfSupplier ? randomBuyer(random) : {}),
  };
  if (isServed)
    candidates.push({
      tagId: ad.tagId,
      advertiserId: ad.advertiserId,
      tier: ad.tier,
      reason: null,
      wasSent: true,
      hasAnswered: true,
      ...(name === '' ? {} : { marketplace: name }),
      ...(ad.campaignId === undefined ? {} : { campaignId: ad.campaignId }),
    });
  const serve: ServeRecord = {
    type: 'serve',
    serveId: newServeId(),
    at,
    origin,
    reason,
    creative: isServed ? ad.creative : '',
    opportunityCost: isServed ? 70_000 : 0,
    requestFee: 1000,
    tookMs: Math.floor(random() * 400),
    candidates,
  };
  if (!isServed) return [serve];
  const payload = { serveId: serve.serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad };
  const hits = trackedEvents.flatMap((event, index): EventRecord[] => {
    if (!isOfSupplier && index >= 8) return [];
    const hit: EventRecord = {
      type: 'event',
      at: at + index * 1000,
      event,
      verdict: 'valid',
      errorCode: event === 'error' ? 405 : event === 'loss' ? (at % 2 === 0 ? 2 : 102) : 0,
      payload,
      ...(isOfSupplier && random() < 0.5 ? { price: Math.floor(random() * 5e6) } : {}),
    };
    if (random() < 0.3) return [];
    if (random() < 0.05) return [{ ...hit, verdict: 'expired' }];
    if (random() < 0.05) return [{ ...hit, verdict: 'forged', payload: null }];
    return random() < 0.2 ? [hit, { ...hit, at: hit.at + 500 }, hit] : [hit];
  });
  return [serve, ...hits];
}

/** A campaign or an ad exchange that buys from a supplier, and the supplier's cost. */
function randomBuyer(
  random: () => number,
): Pick<ServedAd, 'adexchangeId' | 'campaignId' | 'creativeId' | 'deal' | 'buying'> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const buyer = pick([
    { campaignId: 7, creativeId: 70 },
    { adexchangeId: 8, deal: 'deal 1' },
    { campaignId: 9, creativeId: 90 },
  ]);
  const billing = pick<BillingNotice>(['pixel', 'burl', 'nurl']);
  const follows = random() < 0.3 ? { isRevFollowing: true as const } : {};
  return {
    ...buyer,
    buying: { billing, isSecondPrice: random() < 0.5, bid: 1 + Math.floor(random() * 5e6), ...follows },
  };
}

/** One of some hundred devices, or one that must not be identified. */
function randomAudience(random: () => number): Audience {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const device = Math.floor(random() * 200) + 1;
  const audience: Audience = {
    country: pick(['', 'DE', 'US', 'BR']),
    deviceKind: pick(['', 'Mobile', 'SmartTV']),
    os: pick(['', 'iOS', 'Tizen']),
    browser: pick(['', 'safari', 'samsung-tizen']),
    mediaType: pick(['video', 'banner']),
    integration: pick(['vast', 'prebid', 'rtb']),
    consent: pick(['personal', 'contextual', 'refused', 'undeclared']),
  };
  const mayCountDevice = audience.consent === 'personal' || audience.consent === 'undeclared';
  return mayCountDevice ? { ...audience, device: device.toString(16).padStart(16, 'a') } : audience;
}

/** The devices that counted impressions reached. */
export function expectedReach(records: readonly CountedRecord[]): number {
  const devices = records.flatMap((record) =>
    record.type === 'event' && record.verdict === 'valid' && record.event === billedBy(record.payload?.ad.buying)
      ? (record.payload?.origin.audience?.device ?? [])
      : [],
  );
  return new Set(devices).size;
}

/** The event that counts an ad's impression. */
function billedBy(buying: ServedAd['buying']): TrackedEvent {
  if (buying?.billing === 'burl') return 'bill';
  return buying?.billing === 'nurl' ? 'win' : 'impression';
}

/** Sums of measures of the records by the reference rule: the first valid hit of a (serve, event) counts. */
export function expectedSums(records: readonly CountedRecord[]): Record<'supply' | 'demand', Record<Measure, bigint>> {
  const none = () => Object.fromEntries(measures.map((measure) => [measure, 0n])) as Record<Measure, bigint>;
  const sums = { supply: none(), demand: none() };
  const counted = new Set<string>();
  const names: Partial<Record<TrackedEvent, Measure>> = {
    ...{ start: 'starts', firstQuartile: 'q1', midpoint: 'q2', thirdQuartile: 'q3', complete: 'completes' },
    ...{ click: 'clicks', error: 'errors', win: 'wins', loss: 'losses' },
    ...{ viewable: 'viewed', measurable: 'measurable' },
  };
  for (const record of records) {
    if (record.type === 'serve') {
      const isGated = ['account_inactive', 'channel_inactive', 'bad_request', 'overload'].includes(record.reason ?? '');
      sums.supply.calls += 1n;
      sums.supply.reqs += isGated ? 0n : 1n;
      sums.supply.opps += record.reason === null ? 1n : 0n;
      sums.supply.missed += record.reason === 'no_candidates' ? 1n : 0n;
      const supplyCost = isInvalid(record.origin.ivt) ? 0n : BigInt(record.opportunityCost);
      sums.supply.cost += supplyCost;
      sums.supply.systemCost += BigInt(record.requestFee);
      sums.supply.requestFee += BigInt(record.requestFee);
      for (const { wasSent, hasAnswered, reason } of record.candidates) {
        sums.demand.candidates += 1n;
        sums.demand.sent += wasSent ? 1n : 0n;
        sums.demand.answered += hasAnswered ? 1n : 0n;
        sums.demand.timeouts += reason === 'timeout' ? 1n : 0n;
        const isBid = reason === null && record.origin.supplierId !== undefined;
        sums.supply.bids += isBid ? 1n : 0n;
        sums.demand.bids += isBid ? 1n : 0n;
        sums.demand.cost += reason === null ? supplyCost : 0n;
      }
      continue;
    }
    const key = `${record.payload?.serveId} ${record.event}`;
    if (record.verdict !== 'valid' || !record.payload || counted.has(key)) continue;
    counted.add(key);
    const { ad, origin } = record.payload;
    for (const side of [sums.supply, sums.demand]) {
      const name = names[record.event];
      if (name) side[name] += 1n;
      if (record.event === 'loss' && record.errorCode === 2) side.lateBids += 1n;
      if (record.event !== billedBy(ad.buying)) continue;
      side.imps += 1n;
      side.systemCost += BigInt(ad.systemCost);
      side.deviceImps += origin.audience?.device === undefined ? 0n : 1n;
      side.scanned += ad.verificationVendors === undefined ? 0n : 1n;
      side.scannedPix += ad.verificationVendors === undefined ? 0n : 1n;
      side.verificationFee += BigInt(ad.verificationFee ?? 0);
      if (isInvalid(origin.ivt)) continue;
      const { bid = 1, isSecondPrice = false, isRevFollowing = false } = ad.buying ?? {};
      const paid = isSecondPrice && record.price !== undefined ? Math.min(record.price, bid) : bid;
      const part = (amount: number, follows: boolean) =>
        follows ? (BigInt(amount) * BigInt(paid)) / BigInt(bid) : BigInt(amount);
      side.rev += part(ad.rev, isRevFollowing);
      side.cost += part(ad.cost, true);
      side.revM += part(ad.marketplace ? ad.rev : 0, isRevFollowing);
      side.revMd += part(ad.marketplace?.revMd ?? 0, isRevFollowing);
    }
  }
  return sums;
}
