import { newServeId } from '#events/token.ts';
import type { Audience, CandidateFate, EventRecord, ServeRecord, CountedRecord } from '#events/records.ts';
import {
  environments,
  isInvalid,
  measures,
  trackedEvents,
  type CandidateReason,
  type IvtVerdict,
  type Measure,
  type SupplyReason,
} from '#model/index.ts';

/** Numbers from 0 to below 1 that a seed decides. */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A request and the hits that follow it, some of them repeated, late or forged. */
export function randomVisit(chance: () => number, now: number, spanMs = 6 * 3_600_000): CountedRecord[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const at = now - Math.floor(chance() * spanMs);
  const origin = {
    demandId: 1 + Math.floor(chance() * 3),
    channelId: 10 + Math.floor(chance() * 5),
    subpublisherId: Math.floor(chance() * 3),
    environment: pick(environments).value,
    site: pick(['', 'news.example', 'sport.example', 'bücher.example']),
    app: pick(['', 'com.example.player']),
    publisher: pick(['', 'pub-1', 'pub-2']),
    ...(chance() < 0.8 ? { audience: randomAudience(chance) } : {}),
    ...pick<{ ivt?: IvtVerdict }>([{}, { ivt: 'valid' }, { ivt: 'valid' }, { ivt: 'crawler' }, { ivt: 'data_centre' }]),
  };
  const isServed = chance() < 0.6;
  const reasons: (SupplyReason | null)[] = [
    'account_inactive',
    'bad_request',
    'no_candidates',
    'no_answer',
    'overload',
  ];
  const reason = isServed ? null : pick(reasons);
  const marketplaces = ['', '', 'Exchange A', 'Börse B'] as const;
  const candidates = Array.from({ length: Math.floor(chance() * 4) }, (): CandidateFate => {
    const lost = pick<CandidateReason>(['timeout', 'empty', 'floor', 'outbid']);
    const marketplace = pick(marketplaces);
    return {
      tagId: 100 + Math.floor(chance() * 4),
      advertiserId: 50,
      tier: 1,
      reason: lost,
      wasSent: lost !== 'floor',
      hasAnswered: lost === 'outbid',
      ...(marketplace === '' ? {} : { marketplace }),
    };
  });
  const name = pick(marketplaces);
  const sale = name === '' ? {} : { marketplace: { name, revMd: Math.floor(chance() * 8e6) } };
  const ad = {
    advertiserId: 51,
    tagId: 200,
    tier: 2,
    creative: pick(['', '00112233445566aa', 'ffeeddccbbaa9988']),
    rev: Math.floor(chance() * 9e6),
    cost: Math.floor(chance() * 5e6),
    systemCost: 50_000,
    ...sale,
    ...(chance() < 0.3 ? { scans: 1, scanFee: 300 } : {}),
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
    tookMs: Math.floor(chance() * 400),
    candidates,
  };
  if (!isServed) return [serve];
  const payload = { serveId: serve.serveId, servedAt: Math.floor(at / 1000) * 1000, origin, ad };
  const hits = trackedEvents.flatMap((event, index): EventRecord[] => {
    const hit: EventRecord = {
      type: 'event',
      at: at + index * 1000,
      event,
      verdict: 'valid',
      errorCode: event === 'error' ? 405 : 0,
      payload,
    };
    if (chance() < 0.3) return [];
    if (chance() < 0.05) return [{ ...hit, verdict: 'expired' }];
    if (chance() < 0.05) return [{ ...hit, verdict: 'forged', payload: null }];
    return chance() < 0.2 ? [hit, { ...hit, at: hit.at + 500 }, hit] : [hit];
  });
  return [serve, ...hits];
}

/** One of some hundred devices, or one that may not be told apart. */
function randomAudience(chance: () => number): Audience {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const device = Math.floor(chance() * 200) + 1;
  const audience: Audience = {
    country: pick(['', 'DE', 'US', 'BR']),
    deviceKind: pick(['', 'Mobile', 'SmartTV']),
    os: pick(['', 'iOS', 'Tizen']),
    browser: pick(['', 'safari', 'samsung-tizen']),
    mediaType: pick(['video', 'banner']),
    door: pick(['vast', 'prebid', 'rtb']),
    consent: pick(['personal', 'contextual', 'refused', 'untold']),
  };
  const mayTellApart = audience.consent === 'personal' || audience.consent === 'untold';
  return mayTellApart ? { ...audience, device: device.toString(16).padStart(16, 'a') } : audience;
}

/** The devices that counted impressions reached. */
export function expectedReach(records: readonly CountedRecord[]): number {
  const devices = records.flatMap((record) =>
    record.type === 'event' && record.event === 'impression' && record.verdict === 'valid'
      ? (record.payload?.origin.audience?.device ?? [])
      : [],
  );
  return new Set(devices).size;
}

/** Sums of measures of the records, by the plain rule: the first valid hit of a (serve, event) counts. */
export function expectedSums(records: readonly CountedRecord[]): Record<'supply' | 'demand', Record<Measure, bigint>> {
  const none = () => Object.fromEntries(measures.map((measure) => [measure, 0n])) as Record<Measure, bigint>;
  const sums = { supply: none(), demand: none() };
  const counted = new Set<string>();
  const names: Measure[] = ['imps', 'starts', 'q1', 'q2', 'q3', 'completes', 'clicks', 'errors'];
  for (const record of records) {
    if (record.type === 'serve') {
      const isGated = ['account_inactive', 'channel_inactive', 'bad_request', 'overload'].includes(record.reason ?? '');
      sums.supply.calls += 1n;
      sums.supply.reqs += isGated ? 0n : 1n;
      sums.supply.opps += record.reason === null ? 1n : 0n;
      sums.supply.missed += record.reason === 'no_candidates' ? 1n : 0n;
      const owed = isInvalid(record.origin.ivt) ? 0n : BigInt(record.opportunityCost);
      sums.supply.cost += owed;
      sums.supply.systemCost += BigInt(record.requestFee);
      sums.supply.requestFee += BigInt(record.requestFee);
      for (const { wasSent, hasAnswered, reason } of record.candidates) {
        sums.demand.candidates += 1n;
        sums.demand.sent += wasSent ? 1n : 0n;
        sums.demand.answered += hasAnswered ? 1n : 0n;
        sums.demand.timeouts += reason === 'timeout' ? 1n : 0n;
        sums.demand.cost += reason === null ? owed : 0n;
      }
      continue;
    }
    const key = `${record.payload?.serveId} ${record.event}`;
    if (record.verdict !== 'valid' || !record.payload || counted.has(key)) continue;
    counted.add(key);
    const { ad, origin } = record.payload;
    for (const side of [sums.supply, sums.demand]) {
      side[names[trackedEvents.indexOf(record.event)] as Measure] += 1n;
      if (record.event !== 'impression') continue;
      side.systemCost += BigInt(ad.systemCost);
      side.deviceImps += origin.audience?.device === undefined ? 0n : 1n;
      side.scanned += ad.scans === undefined ? 0n : 1n;
      side.scannedPix += ad.scans === undefined ? 0n : 1n;
      side.scanFee += BigInt(ad.scanFee ?? 0);
      if (isInvalid(origin.ivt)) continue;
      side.rev += BigInt(ad.rev);
      side.cost += BigInt(ad.cost);
      side.revM += BigInt(ad.marketplace ? ad.rev : 0);
      side.revMd += BigInt(ad.marketplace?.revMd ?? 0);
    }
  }
  return sums;
}
