import {
  candidateReasons,
  factDimensions,
  measures,
  supplyReasons,
  type FactDimensions,
  type Measure,
} from '#model/index.ts';

/** A fact row for an insert; `at` in ms since the epoch. */
export type Fact = FactDimensions &
  Record<Measure, number> & {
    at: number;
    kind: 'serve' | 'candidate' | 'event' | 'adjustment';
    event: string;
    verdict: string;
    params?: Readonly<Record<string, string>>;
    market?: string;
    observations?: string;
    /** Key of the device in digits. */
    device?: string;
    tookMs?: number;
  };

/** A seeded source of integers from 0, below `below`. */
export type RandomInt = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function seededRandomInt(seed: number): RandomInt {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A random element of a list. */
export function pick<T>(randomInt: RandomInt, list: readonly T[]): T {
  return list[randomInt(list.length)] as T;
}

const noDimensions = Object.fromEntries(
  Object.entries(factDimensions).map(([name, type]) => [name, type === 'word' || type === 'text' ? '' : 0]),
) as unknown as FactDimensions;

/** A fact row with all measures zero. */
export function buildFact(overrides: Partial<Fact>): Fact {
  const zeros = Object.fromEntries(measures.map((measure) => [measure, 0])) as Record<Measure, number>;
  return {
    ...zeros,
    at: Date.UTC(2026, 10, 1),
    kind: 'serve',
    event: '',
    verdict: 'counted',
    ...noDimensions,
    demandId: 1,
    channelId: 1,
    subpublisherId: 1,
    environment: 'web',
    ...overrides,
  };
}

/** Events of bids and views. */
const reportedEvents = ['wins', 'losses', 'viewed', 'measurable'] as const;

/** Random facts of two accounts over `days` days from 2026-10-25, of all kinds, as the loader writes them. */
export function buildFacts(randomInt: RandomInt, count: number, days: number): Fact[] {
  return Array.from({ length: count }, () => {
    const channelId = 1 + randomInt(6);
    const place = {
      at: Date.UTC(2026, 9, 25) + randomInt(days * 86_400_000),
      // Channels 1 to 4 belong to account 1, the others to account 2.
      demandId: channelId <= 4 ? 1 : 2,
      channelId,
      subpublisherId: channelId % 3,
      environment: pick(randomInt, ['web', 'mobileWeb', 'app', 'ctv']),
      ivt: pick(randomInt, ['', 'valid', 'valid', 'crawler', 'data_center']),
      supplierId: pick(randomInt, [0, 0, 1, 2]),
    };
    const tagId = 1 + randomInt(5);
    const marketplace = pick(randomInt, ['', '', 'Exchange A', 'Börse B']);
    const buyer = pick(randomInt, [
      {},
      { campaignId: 5, creativeId: 50 + randomInt(2) },
      { adexchangeId: 7, deal: 'deal-1' },
    ]);
    const demand = { tagId, advertiserId: 10 + (tagId % 2), tier: 1 + randomInt(3), marketplace, ...buyer };
    const inventory = {
      site: pick(randomInt, ['', 'news.example', 'sport.example']),
      app: pick(randomInt, ['', 'com.Example.tv']),
      publisher: pick(randomInt, ['', 'Pub-1', 'pub-2']),
    };
    const device = randomInt(3) === 0 ? 0 : 1 + randomInt(90);
    const audience = {
      country: pick(randomInt, ['', 'DE', 'US', 'BR']),
      deviceKind: pick(randomInt, ['', 'Mobile', 'SmartTV']),
      os: pick(randomInt, ['', 'iOS', 'Tizen']),
      browser: pick(randomInt, ['', 'safari', 'samsung-tizen']),
      mediaType: pick(randomInt, ['', 'video', 'banner', 'several']),
      integration: pick(randomInt, ['', 'vast', 'prebid', 'rtb']),
      consent: pick(randomInt, ['', 'personal', 'contextual', 'refused', 'undeclared']),
    };
    const kind = randomInt(3);
    if (kind === 0) {
      const isServed = randomInt(3) > 0;
      return buildFact({
        ...place,
        ...inventory,
        ...audience,
        // Earlier versions did not record it.
        ...(randomInt(5) > 0 ? { tookMs: randomInt(900) } : {}),
        kind: 'serve',
        calls: 1,
        reqs: 1,
        opps: isServed ? 1 : 0,
        bids: isServed && place.supplierId > 0 ? 1 : 0,
        reason: isServed ? '' : pick(randomInt, Object.keys(supplyReasons)),
        cost: isServed ? randomInt(3_000_000) : 0,
        systemCost: randomInt(1000),
      });
    }
    if (kind === 1) {
      const candidates = 1 + randomInt(50);
      const sent = randomInt(candidates + 1);
      const answered = randomInt(sent + 1);
      return buildFact({
        ...place,
        ...demand,
        kind: 'candidate',
        candidates,
        sent,
        answered,
        timeouts: sent - answered,
        bids: place.supplierId > 0 ? randomInt(answered + 1) : 0,
        reason: pick(randomInt, ['', ...Object.keys(candidateReasons)]),
        cost: randomInt(1_000_000),
      });
    }
    const event = pick(randomInt, [
      'imps',
      'starts',
      'q1',
      'q2',
      'q3',
      'completes',
      'clicks',
      'errors',
      ...reportedEvents,
    ] as const);
    const isCounted = randomInt(5) > 0;
    const reason = event === 'losses' ? pick(randomInt, ['loss_2', 'loss_102', 'loss_other']) : '';
    // Sums exceed the exact range of JavaScript numbers, with odd nano-dollars.
    const rev = isCounted && event === 'imps' ? 900_000_000_000_000 + randomInt(1_000_000_007) : 0;
    const revM = marketplace === '' ? 0 : rev;
    const [scannedPix, scannedWh] = isCounted && event === 'imps' ? [randomInt(2), randomInt(2)] : [0, 0];
    return buildFact({
      ...place,
      ...inventory,
      ...demand,
      ...audience,
      ...(device === 0 ? {} : { device: String(device) }),
      deviceImps: isCounted && event === 'imps' && device > 0 ? 1 : 0,
      kind: 'event',
      creative: pick(randomInt, ['', '00112233445566aa', 'ffeeddccbbaa9988']),
      event,
      verdict: isCounted ? 'counted' : 'duplicate',
      reason,
      lateBids: isCounted && reason === 'loss_2' ? 1 : 0,
      errorCode: event === 'errors' ? pick(randomInt, [303, 405, 900]) : 0,
      [event]: isCounted ? 1 : 0,
      rev,
      scannedPix,
      scannedWh,
      scanned: Math.max(scannedPix, scannedWh),
      verificationFee: scannedPix === 1 ? 1 + randomInt(30_000) : 0,
      revM,
      revMd: revM === 0 ? 0 : revM - randomInt(100_000_007),
      cost: isCounted && event === 'imps' ? randomInt(9_000_000_000) : 0,
      systemCost: isCounted && event === 'imps' ? randomInt(50_000) : 0,
    });
  });
}

/** The rows of facts as newline-delimited JSON for the table `facts`. */
export function factLines(facts: readonly Fact[]): string {
  return facts
    .map((fact, index) =>
      JSON.stringify({
        ...fact,
        at: new Date(fact.at).toISOString().replace('T', ' ').replace('Z', ''),
        node: 'test',
        seq: index,
        serveId: `serve${index}`,
      }),
    )
    .join('\n');
}
