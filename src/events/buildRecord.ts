import { newServeId } from './token.ts';
import type { EventRecord, ServeRecord, TokenPayload } from './records.ts';

/** 2026-03-10T12:34:56.789Z. */
export const buildTime = 1_773_146_096_789;

/** A request that one of two candidates served, unless said otherwise. */
export function buildServe(overrides: Partial<ServeRecord> = {}): ServeRecord {
  return {
    type: 'serve',
    serveId: newServeId(),
    at: buildTime,
    origin: { demandId: 1, channelId: 10, subpublisherId: 5, environment: 'web', site: 'news.example', app: '' },
    reason: null,
    opportunityCost: 0,
    requestFee: 100,
    candidates: [
      { tagId: 100, advertiserId: 50, tier: 1, reason: 'timeout', wasSent: true, hasAnswered: false },
      { tagId: 101, advertiserId: 51, tier: 1, reason: null, wasSent: true, hasAnswered: true },
    ],
    ...overrides,
  };
}

/** What the token of an ad says. */
export function buildPayload(overrides: Partial<TokenPayload> = {}): TokenPayload {
  return {
    serveId: newServeId(),
    servedAt: Math.floor(buildTime / 1000) * 1000,
    origin: { demandId: 1, channelId: 10, subpublisherId: 5, environment: 'web', site: 'news.example', app: '' },
    ad: { advertiserId: 51, tagId: 101, tier: 1, rev: 2_500_000, cost: 1_750_000, systemCost: 50_000 },
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
