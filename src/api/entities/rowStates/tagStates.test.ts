import { expect, test } from 'vitest';
import type { TagStateRow } from '#storage/entities/stateRows.ts';
import { tagStatesOf } from './tagStates.ts';

// A Tuesday, 23:30 in the zone of the account.
const now = Date.parse('2026-03-10T21:30:30Z');
const noFigures = { impsToday: null, impsLifetime: null, revToday: null, lastHour: null, hours: null };

const row = (overrides: Partial<TagStateRow>): TagStateRow => {
  return {
    id: 1,
    timezone: 2,
    startsOn: null,
    endsOn: null,
    impsPerDay: null,
    impsTotal: null,
    spendPerDay: null,
    limits: [],
    cappedUntil: null,
    advertiserName: 'Advertiser',
    isAdvertiserActive: true,
    places: 1,
    affordable: 1,
    ...overrides,
  };
};
const limit = (overrides: Partial<TagStateRow['limits'][number]>) => {
  return { metric: 'impressions', period: 'hour', value: 1000, pacing: 'asap', ...overrides } as const;
};

test.each([
  [limit({ period: 'minute', metric: 'requests' }), '2026-03-10T21:31:00Z', 'Per-minute call cap of 1,000 reached.'],
  [limit({}), '2026-03-10T22:00:00Z', 'Hourly impression cap of 1,000 reached.'],
  [limit({ period: 'day' }), '2026-03-10T22:00:00Z', 'Daily impression cap of 1,000 reached.'],
  [limit({ period: 'week' }), '2026-03-15T22:00:00Z', 'Weekly impression cap of 1,000 reached.'],
  [
    limit({ period: 'month', metric: 'spend', value: 12.5 }),
    '2026-03-31T22:00:00Z',
    'Monthly revenue cap of $12.50 reached.',
  ],
  [limit({ period: 'lifetime' }), '9999-12-31T00:00:00Z', 'Lifetime impression cap of 1,000 reached.'],
])('a tag paused by the cap %j says so', (own, cappedUntil, text) => {
  const limits = [limit({ period: own.period === 'week' ? 'minute' : 'week', value: 1 }), own];
  expect(tagStatesOf(row({ limits, cappedUntil }), noFigures, now)).toMatchObject([
    { code: 'capped', text, fix: 'limits' },
  ]);
});

test('several caps whose periods end together are named together', () => {
  const limits = [limit({}), limit({ metric: 'spend' })];
  expect(tagStatesOf(row({ limits, cappedUntil: '2026-03-10T22:00:00Z' }), noFigures, now)).toEqual([
    { code: 'capped', text: 'Hourly caps reached.', fix: 'limits' },
  ]);
});

test('a cap whose period is over, or that was never reached, is not a state', () => {
  const limits = [limit({})];
  expect(tagStatesOf(row({ limits }), noFigures, now)).toEqual([]);
  expect(tagStatesOf(row({ limits, cappedUntil: '2026-03-10T21:00:00Z' }), noFigures, now)).toEqual([]);
});

test('a daily cap with known figures takes precedence', () => {
  const both = row({ limits: [limit({ period: 'day' })], impsPerDay: 5, cappedUntil: '2026-03-10T22:00:00Z' });
  expect(tagStatesOf(both, { ...noFigures, impsToday: 5n }, now)).toMatchObject([
    { code: 'capped', fix: 'impsPerDay' },
  ]);
  expect(tagStatesOf(both, { ...noFigures, impsToday: 4n }, now)).toMatchObject([{ code: 'capped', fix: 'limits' }]);
});
