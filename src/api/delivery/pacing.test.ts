import { expect, test } from 'vitest';
import type { PaceMeasurement } from '#engine/delivery/paceOf.ts';
import { createPacing } from './pacing.ts';

const start = Date.parse('2026-06-01T10:00:00Z');
const measurementAt = (now: number): Omit<PaceMeasurement, 'share'> => ({
  limits: [{ metric: 'impressions', period: 'day', value: 1000, pacing: 'even' }],
  delivered: new Map(),
  now,
  zoneHours: 0,
  endsAt: Infinity,
  isServing: true,
});

test('two processes that pace a tag raise its pace no faster than one', () => {
  const [one, two] = [createPacing(), createPacing()];
  const paces: number[] = [];
  let pace = 2;
  const measure = (pacing: typeof one, at: number) => {
    pace = pacing.measure(1, pace, measurementAt(at));
    paces.push(pace);
  };
  for (let at = start; at < start + 8000; at += 2000) {
    measure(one, at);
    measure(two, at + 1000);
  }
  expect(paces).toEqual([2, 2, 4, 4, 8, 8, 16, 16]);
  // The other one continues when the first is gone.
  measure(two, start + 9000);
  expect(pace).toBe(32);
});
