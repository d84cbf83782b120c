import { idOfExchange } from '#engine/plan/buyer.ts';
import { expect, test, vi } from 'vitest';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { requestDelivery, type DeliveryCandidate } from './requestDelivery.ts';
import { createViewerKeys } from './viewerKeys.ts';

const now = 1_773_146_096_789;
const hourMs = 3_600_000;
const viewer = { deviceId: 'device-1', address: '192.0.2.7', agent: 'Browser' };

const candidate = (overrides: Partial<DeliveryCandidate> = {}): DeliveryCandidate => {
  return { tag: { id: 7 }, qps: null, frequency: null, pacing: 100, ...overrides };
};
const twice = { imps: 2, windowMs: hourMs, by: 'device' } as const;

function open() {
  const delivery = {
    counters: createFrequencyCounters(createImpressionLog(), () => undefined),
    viewers: createViewerKeys('ab'.repeat(32)),
    limiter: createRateLimiter({ now: () => 0, processes: () => 1 }),
  };
  let lookups = 0;
  const deliveryFor = (at = now, who = viewer) =>
    requestDelivery(delivery, {
      now: at,
      viewer: () => {
        lookups += 1;
        return who;
      },
    });
  return { delivery, deliveryFor, lookups: () => lookups };
}

test('a viewer who reached the frequency cap sees the ad again after its period', () => {
  const { delivery, deliveryFor } = open();
  const capped = candidate({ frequency: twice });
  for (const serve of ['serve-1', 'serve-2']) {
    const request = deliveryFor();
    expect(request.reject(capped, 1)).toBeNull();
    delivery.counters.add({ kind: 'tag', id: 7 }, request.viewerOf(capped) ?? '', serve, now);
  }
  expect(deliveryFor().reject(capped, 1)).toBe('frequency');
  expect(deliveryFor(now, { ...viewer, deviceId: 'device-2' }).reject(capped, 1)).toBeNull();
  expect(deliveryFor().reject(candidate({ tag: { id: 8 }, frequency: twice }), 1)).toBeNull();
  expect(deliveryFor(now + hourMs).reject(capped, 1)).toBeNull();
});

test('a cap by household counts all devices of an address', () => {
  const { delivery, deliveryFor } = open();
  const capped = candidate({ frequency: { imps: 1, windowMs: hourMs, by: 'address' } });
  delivery.counters.add({ kind: 'tag', id: 7 }, deliveryFor().viewerOf(capped) ?? '', 'serve-1', now);
  expect(deliveryFor(now, { ...viewer, deviceId: 'device-2' }).reject(capped, 1)).toBe('frequency');
});

test('the viewer is identified once, and only when a candidate needs it', () => {
  const { deliveryFor, lookups } = open();
  const request = deliveryFor();
  expect(request.reject(candidate(), 1)).toBeNull();
  expect(request.viewerOf(candidate())).toBeUndefined();
  expect(lookups()).toBe(0);
  for (let round = 0; round < 3; round += 1) request.reject(candidate({ frequency: twice }), 1);
  request.viewerOf(candidate({ frequency: { ...twice, by: 'address' } }));
  expect(lookups()).toBe(1);
});

test('the device is identified once for each account', () => {
  const { delivery, deliveryFor } = open();
  const deviceFor = vi.spyOn(delivery.viewers, 'deviceFor');
  const request = deliveryFor();
  const devices = [1, 1, 2].map((account) => request.deviceFor(account));
  expect(devices[1]).toBe(devices[0]);
  expect(devices[2]).not.toBe(devices[0]);
  expect(deviceFor).toHaveBeenCalledTimes(2);
});

test('unknown viewers are not counted and have no cap', () => {
  const { deliveryFor } = open();
  const request = deliveryFor(now, { deviceId: '', address: '', agent: '' });
  expect(request.reject(candidate({ frequency: { ...twice, imps: 1 } }), 1)).toBeNull();
  expect(request.viewerOf(candidate({ frequency: twice }))).toBeUndefined();
});

test('a tag at half pace takes half of the requests', () => {
  const { deliveryFor } = open();
  const refused = Array.from({ length: 1000 }, (_, seed) =>
    deliveryFor().reject(candidate({ pacing: 50 }), seed * 7919),
  );
  expect(refused.filter((reason) => reason === 'pacing').length).toBeGreaterThan(420);
  expect(refused.filter((reason) => reason === 'pacing').length).toBeLessThan(580);
  expect(deliveryFor().reject(candidate({ pacing: 0 }), 1)).toBe('pacing');
});

test('a tag that reached its QPS limit is throttled', () => {
  const { deliveryFor } = open();
  expect(deliveryFor().throttle(candidate({ qps: 1 }))).toBeNull();
  expect(deliveryFor().throttle(candidate({ qps: 1 }))).toBe('qps');
  expect(deliveryFor().throttle(candidate())).toBeNull();
});

test('all frequency caps of a campaign apply, each by its own viewer key', () => {
  const { delivery, deliveryFor, lookups } = open();
  const campaign = {
    id: 7,
    frequencies: [
      { imps: 1, per: 30, unit: 'minutes', by: 'device' },
      { imps: 3, per: 2, unit: 'days', by: 'address' },
    ] as const,
  };
  const see = (request: ReturnType<typeof deliveryFor>, serve: string, at: number) => {
    const keys = request.campaignViewerOf(campaign);
    expect(Object.keys(keys)).toEqual(['device', 'address']);
    for (const key of Object.values(keys)) delivery.counters.add({ kind: 'campaign', id: 7 }, key, serve, at);
  };
  const other = { ...viewer, deviceId: 'device-2' };
  expect(deliveryFor().adsLeftOf({ id: 7, frequencies: [] })).toBe(Infinity);
  expect(lookups()).toBe(0);
  see(deliveryFor(), 'serve-1', now);
  expect(deliveryFor().adsLeftOf(campaign)).toBe(0);
  expect(deliveryFor(now, other).adsLeftOf(campaign)).toBe(1);
  expect(deliveryFor().adsLeftOf({ ...campaign, id: 8 })).toBe(1);
  expect(deliveryFor().reject(candidate({ frequency: { ...twice, imps: 1 } }), 1)).toBeNull();
  expect(deliveryFor(now + hourMs).adsLeftOf(campaign)).toBe(1);
  see(deliveryFor(now, other), 'serve-2', now);
  see(deliveryFor(now + hourMs), 'serve-3', now + hourMs);
  expect(deliveryFor(now + 2 * hourMs).adsLeftOf(campaign)).toBe(0);
  expect(deliveryFor(now + 48 * hourMs).adsLeftOf(campaign)).toBe(1);
  expect(deliveryFor(now, { deviceId: '', address: '', agent: '' }).adsLeftOf(campaign)).toBe(Infinity);
});

test('a tag and an ad exchange with the same ID have separate limits', () => {
  const { deliveryFor } = open();
  expect(deliveryFor().throttle(candidate({ qps: 1 }))).toBeNull();
  expect(deliveryFor().throttle(candidate({ qps: 1, tag: { id: idOfExchange(7) } }))).toBeNull();
  expect(deliveryFor().throttle(candidate({ qps: 1, tag: { id: idOfExchange(7) } }))).toBe('qps');
});
