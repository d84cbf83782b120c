import {
  candidateReasons,
  factDimensions,
  measures,
  supplyReasons,
  type FactDimensions,
  type Measure,
} from '#model/index.ts';

/** A fact row as it is inserted; `at` in ms since the epoch. */
export type Fact = FactDimensions &
  Record<Measure, number> & {
    at: number;
    kind: 'serve' | 'candidate' | 'event';
    event: string;
    verdict: string;
    params?: Readonly<Record<string, string>>;
    market?: string;
    sightings?: string;
    /** Key of the device in digits. */
    device?: string;
    tookMs?: number;
  };

/** A seeded source of whole numbers from 0 up to, not including, `below`. */
export type Draw = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function seededDraw(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One of a list. */
export function pick<T>(draw: Draw, list: readonly T[]): T {
  return list[draw(list.length)] as T;
}

const noDimensions = Object.fromEntries(
  Object.entries(factDimensions).map(([name, type]) => [name, type === 'word' || type === 'text' ? '' : 0]),
) as unknown as FactDimensions;

/** A fact row with every measure zero. */
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
const told = ['wins', 'losses', 'viewed', 'measurable'] as const;

/** Random facts of two accounts over `days` days from 2026-10-25, of all kinds, as the loader writes them. */
export function buildFacts(draw: Draw, count: number, days: number): Fact[] {
  return Array.from({ length: count }, () => {
    const channelId = 1 + draw(6);
    const place = {
      at: Date.UTC(2026, 9, 25) + draw(days * 86_400_000),
      // Channels 1 to 4 belong to account 1, the others to account 2.
      demandId: channelId <= 4 ? 1 : 2,
      channelId,
      subpublisherId: channelId % 3,
      environment: pick(draw, ['web', 'mobileWeb', 'app', 'ctv']),
      ivt: pick(draw, ['', 'valid', 'valid', 'crawler', 'data_centre']),
      supplierId: pick(draw, [0, 0, 1, 2]),
    };
    const tagId = 1 + draw(5);
    const marketplace = pick(draw, ['', '', 'Exchange A', 'Börse B']);
    const buyer = pick(draw, [{}, { campaignId: 5, creativeId: 50 + draw(2) }, { adexchangeId: 7, deal: 'deal-1' }]);
    const demand = { tagId, advertiserId: 10 + (tagId % 2), tier: 1 + draw(3), marketplace, ...buyer };
    const inventory = {
      site: pick(draw, ['', 'news.example', 'sport.example']),
      app: pick(draw, ['', 'com.Example.tv']),
      publisher: pick(draw, ['', 'Pub-1', 'pub-2']),
    };
    const device = draw(3) === 0 ? 0 : 1 + draw(90);
    const audience = {
      country: pick(draw, ['', 'DE', 'US', 'BR']),
      deviceKind: pick(draw, ['', 'Mobile', 'SmartTV']),
      os: pick(draw, ['', 'iOS', 'Tizen']),
      browser: pick(draw, ['', 'safari', 'samsung-tizen']),
      mediaType: pick(draw, ['', 'video', 'banner', 'several']),
      door: pick(draw, ['', 'vast', 'prebid', 'rtb']),
      consent: pick(draw, ['', 'personal', 'contextual', 'refused', 'untold']),
    };
    const kind = draw(3);
    if (kind === 0) {
      const isServed = draw(3) > 0;
      return buildFact({
        ...place,
        ...inventory,
        ...audience,
        // Earlier versions did not tell.
        ...(draw(5) > 0 ? { tookMs: draw(900) } : {}),
        kind: 'serve',
        calls: 1,
        reqs: 1,
        opps: isServed ? 1 : 0,
        bids: isServed && place.supplierId > 0 ? 1 : 0,
        reason: isServed ? '' : pick(draw, Object.keys(supplyReasons)),
        cost: isServed ? draw(3_000_000) : 0,
        systemCost: draw(1000),
      });
    }
    if (kind === 1) {
      const candidates = 1 + draw(50);
      const sent = draw(candidates + 1);
      const answered = draw(sent + 1);
      return buildFact({
        ...place,
        ...demand,
        kind: 'candidate',
        candidates,
        sent,
        answered,
        timeouts: sent - answered,
        bids: place.supplierId > 0 ? draw(answered + 1) : 0,
        reason: pick(draw, ['', ...Object.keys(candidateReasons)]),
        cost: draw(1_000_000),
      });
    }
    const event = pick(draw, ['imps', 'starts', 'q1', 'q2', 'q3', 'completes', 'clicks', 'errors', ...told] as const);
    const isCounted = draw(5) > 0;
    const reason = event === 'losses' ? pick(draw, ['loss_2', 'loss_102', 'loss_other']) : '';
    // Beyond what a JavaScript number holds once summed, and with odd nano-dollars.
    const rev = isCounted && event === 'imps' ? 900_000_000_000_000 + draw(1_000_000_007) : 0;
    const revM = marketplace === '' ? 0 : rev;
    const [scannedPix, scannedWh] = isCounted && event === 'imps' ? [draw(2), draw(2)] : [0, 0];
    return buildFact({
      ...place,
      ...inventory,
      ...demand,
      ...audience,
      ...(device === 0 ? {} : { device: String(device) }),
      deviceImps: isCounted && event === 'imps' && device > 0 ? 1 : 0,
      kind: 'event',
      creative: pick(draw, ['', '00112233445566aa', 'ffeeddccbbaa9988']),
      event,
      verdict: isCounted ? 'counted' : 'duplicate',
      reason,
      lateBids: isCounted && reason === 'loss_2' ? 1 : 0,
      errorCode: event === 'errors' ? pick(draw, [303, 405, 900]) : 0,
      [event]: isCounted ? 1 : 0,
      rev,
      scannedPix,
      scannedWh,
      scanned: Math.max(scannedPix, scannedWh),
      scanFee: scannedPix === 1 ? 1 + draw(30_000) : 0,
      revM,
      revMd: revM === 0 ? 0 : revM - draw(100_000_007),
      cost: isCounted && event === 'imps' ? draw(9_000_000_000) : 0,
      systemCost: isCounted && event === 'imps' ? draw(50_000) : 0,
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
