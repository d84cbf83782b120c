import type { EventRecord, EventSource, Origin } from '#events/record/records.ts';
import type { LateIvtReason } from '#model/index.ts';
import { buildAudience, buildEvent, buildOrigin, buildPayload } from '../../support/events/buildRecord.ts';

/** Hits with the reason for which the review finds them invalid; null = valid. */
export interface ReviewedHit {
  record: EventRecord;
  reason: LateIvtReason | null;
}

/** The entries that the operator's lists have learned. */
export const learned = { network: '198.51.100.0/24', agent: 'AcmePlayer/3.1' };

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1';
const minuteMs = 60_000;
const hourMs = 3_600_000;

/**
 * A day's hits of households, an office, a carrier and a match that all watch, beside those of robots, from midnight
 * (ms). Amounts are odd, so that a rounding would show.
 */
export function reviewedTraffic(midnight: number): ReviewedHit[] {
  const hits: ReviewedHit[] = [];
  let count = 0;
  const show = (
    at: number,
    { origin = {}, source, device, reason = null, isClicked = false, isOnlyClickInvalid = false }: Shown,
  ): void => {
    count += 1;
    const audience = buildAudience();
    if (device === undefined) delete audience.device;
    else audience.device = device;
    const payload = buildPayload({
      servedAt: Math.floor(at / 1000) * 1000 - 1000,
      origin: buildOrigin({ ivt: 'valid', audience, ...origin }),
      ad: {
        advertiserId: 51 + (count % 3),
        tagId: 101 + (count % 5),
        tier: 1,
        creative: '',
        rev: 2_500_000 + count * 7,
        cost: 1_750_000 + count * 3,
        systemCost: 50_000,
        ...(count % 4 === 0 ? { marketplace: { name: 'Northwind', revMd: 2_100_000 + count } } : {}),
      },
    });
    const shared = { ...(source ? { source } : {}), payload };
    hits.push({ record: buildEvent({ at, ...shared }), reason: isOnlyClickInvalid ? null : reason });
    if (isClicked) hits.push({ record: buildEvent({ at: at + 500, event: 'click', ...shared }), reason });
  };
  const source = (address: number, overrides: Partial<EventSource> = {}): EventSource => ({
    address: address.toString(16).padStart(16, '0'),
    network: '203.0.113.0/24',
    agent: phone,
    ...overrides,
  });

  for (let home = 0; home < 400; home += 1) {
    for (let ad = 0; ad < 6; ad += 1) {
      const isClicked = (home + ad) % 100 === 0;
      show(midnight + (8 + ad) * hourMs + home * 1000, { source: source(1000 + home), isClicked });
    }
  }
  // A carrier's address with hundreds of equal phones during a match: 40 ads and 2 clicks per minute.
  for (let ad = 0; ad < 800; ad += 1) {
    show(midnight + 20 * hourMs + ad * 1500, { source: source(7), isClicked: ad % 20 === 0 });
  }
  // A TV at a pod of ads every quarter of an hour.
  for (let ad = 0; ad < 32; ad += 1) {
    const at = midnight + 19 * hourMs + Math.floor(ad / 8) * 15 * minuteMs + (ad % 8) * 7000;
    show(at, { source: source(8), device: '00000000000000aa' });
  }
  for (let ad = 0; ad < 30; ad += 1) {
    const at = midnight + 9 * hourMs + ad * 20 * minuteMs;
    show(at, { source: source(9), reason: 'click_rate', isClicked: ad < 25, isOnlyClickInvalid: false });
  }
  for (let ad = 0; ad < 12; ad += 1) {
    const at = midnight + 10 * hourMs + ad * 3000;
    const burst = {
      device: '00000000000000bb',
      reason: 'click_burst',
      isClicked: true,
      isOnlyClickInvalid: true,
    } as const;
    show(at, { source: source(10), ...burst });
  }
  for (let ad = 0; ad < 15 * 12; ad += 1) {
    const at = midnight + 11 * hourMs + ad * 4000;
    show(at, { source: source(11), device: '00000000000000cc', reason: 'ad_burst', isClicked: ad === 0 });
  }
  for (let ad = 0; ad < 101; ad += 1) {
    const at = midnight + 12 * hourMs + ad * 30_000;
    const origin = { site: `site-${ad}.example` };
    show(at, { source: source(12), device: '00000000000000dd', reason: 'device_spread', origin });
  }
  for (let ad = 0; ad < 20; ad += 1) {
    const at = midnight + 13 * hourMs + ad * minuteMs;
    show(at, { source: source(2000 + ad, { network: learned.network }), reason: 'late_data_center' });
    show(at, { source: source(3000 + ad, { agent: learned.agent }), reason: 'late_agent' });
    // Found before bidding, and not checked at all.
    show(at, { source: source(4000 + ad, { agent: learned.agent }), origin: { ivt: 'crawler' } });
    show(at, { source: source(5000 + ad, { agent: learned.agent }), origin: unchecked });
  }
  return hits;
}

interface Shown {
  origin?: Partial<Origin>;
  source?: EventSource;
  device?: string;
  reason?: LateIvtReason | null;
  isClicked?: boolean;
  isOnlyClickInvalid?: boolean;
}

const unchecked: Partial<Origin> = { ivt: undefined };
