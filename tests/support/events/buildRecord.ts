import { newServeId } from '#events/token/token.ts';
import type {
  Audience,
  ObservedCreative,
  OfferedTerms,
  EventRecord,
  LivePayload,
  Origin,
  ServeRecord,
  ObservedInventory,
  TestEvent,
  TraceRecord,
} from '#events/record/records.ts';

/** 2026-03-10T12:34:56.789Z. */
export const buildTime = 1_773_146_096_789;

/** A page of a site. */
export function buildOrigin(overrides: Partial<Origin> = {}): Origin {
  return {
    demandId: 1,
    channelId: 10,
    subpublisherId: 5,
    environment: 'web',
    site: 'news.example',
    app: '',
    publisher: '',
    ...overrides,
  };
}

/** A German viewer of a Samsung TV, whose device may be identified. */
export function buildAudience(overrides: Partial<Audience> = {}): Audience {
  return {
    country: 'DE',
    deviceKind: 'SmartTV',
    os: 'Tizen',
    browser: 'samsung-tizen',
    mediaType: 'video',
    integration: 'vast',
    consent: 'personal',
    device: '0123456789abcdef',
    ...overrides,
  };
}

/** A request served by one of two candidates, by default. */
export function buildServe(overrides: Partial<ServeRecord> = {}): ServeRecord {
  return {
    type: 'serve',
    serveId: newServeId(),
    at: buildTime,
    origin: buildOrigin(),
    reason: null,
    creative: '',
    opportunityCost: 0,
    requestFee: 100,
    candidates: [
      { tagId: 100, advertiserId: 50, tier: 1, reason: 'timeout', wasSent: true, hasAnswered: false },
      { tagId: 101, advertiserId: 51, tier: 1, reason: null, wasSent: true, hasAnswered: true },
    ],
    ...overrides,
  };
}

/** The payload of an ad's token. */
export function buildPayload(overrides: Partial<LivePayload> = {}): LivePayload {
  return {
    serveId: newServeId(),
    servedAt: Math.floor(buildTime / 1000) * 1000,
    origin: buildOrigin(),
    ad: { advertiserId: 51, tagId: 101, tier: 1, creative: '', rev: 2_500_000, cost: 1_750_000, systemCost: 50_000 },
    ...overrides,
  };
}

/** A valid impression. */
export function buildEvent(overrides: Partial<EventRecord> = {}): EventRecord {
  return {
    type: 'event',
    at: buildTime + 2000,
    event: 'impression',
    verdict: 'valid',
    errorCode: 0,
    payload: buildPayload(),
    ...overrides,
  };
}

/** A valid impression of an ad that was returned to a test request. */
export function buildTestEvent(
  overrides: Omit<Partial<EventRecord>, 'payload'> = {},
  payload: Partial<LivePayload> = {},
): TestEvent {
  return { ...buildEvent(), ...overrides, payload: { ...buildPayload(payload), isTest: true } };
}

/** The declared data of a 15-second video. */
export function buildObservedCreative(overrides: Partial<ObservedCreative> = {}): ObservedCreative {
  return {
    title: 'Spot',
    id: 'CNPA0484000H',
    advertiser: 'Brand',
    adomains: 'brand.example',
    durationS: 15,
    url: 'https://cdn.example/spot.mp4',
    type: 'video/mp4',
    width: 1280,
    height: 720,
    bitrate: 2500,
    isVpaid: false,
    depth: 0,
    ...overrides,
  };
}

/** A deal for videos, with a floor of four euros. */
export function buildOfferedTerms(overrides: Partial<OfferedTerms> = {}): OfferedTerms {
  return {
    floor: 4,
    currency: 'EUR',
    at: 1,
    seats: '',
    adomains: '',
    forms: 'video',
    isGuaranteed: false,
    isPrivate: false,
    ...overrides,
  };
}

/** Everything that a request and its response declared. */
export function buildObservedInventory(overrides: Partial<ObservedInventory> = {}): ObservedInventory {
  return {
    app: {
      name: 'Player',
      storeUrl: 'https://play.google.com/store/apps/details?id=com.example.player',
      os: 'Android',
      environment: 'app',
      publisher: 'pub-1',
      category: 'IAB1',
    },
    site: { declared: 'news.example', detected: 'frames.example', publisher: 'pub-1', category: '' },
    publisher: { name: 'News House', domain: 'news.example', hops: 2 },
    creative: buildObservedCreative(),
    ...overrides,
  };
}

/** The complete decision about a request whose only tag timed out. */
export function buildTrace(overrides: Partial<TraceRecord> = {}): TraceRecord {
  return {
    type: 'trace',
    serveId: newServeId(),
    at: buildTime,
    origin: buildOrigin(),
    integration: 'vast',
    sampleWeight: 100,
    isWatched: false,
    reason: 'no_answer',
    body: {
      snapshot: 12,
      request: {
        params: { w: '640', url: 'https://news.example/a' },
        headers: { 'user-agent': 'Mozilla/5.0' },
        address: '203.0.113.0',
        country: 'DE',
        region: '',
      },
      auction: {
        startedAt: buildTime,
        seed: 7,
        mediaTypes: ['video'],
        floor: 0,
        dynamicFloor: 0,
        isPrivate: false,
        pod: null,
        hasPrebidServer: false,
        offered: null,
        checks: [{ tagId: 101, when: 'call', reason: null }],
        calls: [
          {
            kind: 'tag',
            callIds: [1],
            tagIds: [101],
            hop: 0,
            url: 'https://ads.example/tag?cb=1',
            startedMs: 0,
            endedMs: 300,
            outcome: 'timeout',
            text: '',
            isCut: false,
          },
        ],
        inputs: [{ atMs: 300, call: 0 }],
        tookMs: 300,
      },
      candidates: [
        {
          tagId: 101,
          advertiserId: 51,
          tier: 1,
          reason: 'timeout',
          wasSent: true,
          hasAnswered: false,
          rate: 2_500_000_000,
          floor: 0,
        },
      ],
      winners: [],
    },
    ...overrides,
  };
}
