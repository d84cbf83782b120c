import { describe, expect, test } from 'vitest';
import { type UsualFigures, type UsualHours, usualStatesOf } from './usualStates.ts';

const figures: UsualFigures = {
  served: { key: 'imps', words: 'Impressions' },
  requests: { key: 'reqs', words: 'Requests' },
  rates: [{ part: 'imps', total: 'reqs', words: 'Fill' }],
  fix: 'url',
};
const usd = 1_000_000_000;

type Hour = Partial<Record<string, number>>;

/** The hours of an object: the last one, and the same hour by days ago. */
const hours = (now: Hour, past: (daysAgo: number) => Hour | undefined, servedSince = now['imps'] ?? 0): UsualHours => ({
  hasRevenue: true,
  servedSince: BigInt(servedSince),
  valueOf: (key) => now[key] ?? 0,
  pastOf: (key, daysAgo) => past(daysAgo)?.[key],
});
const steady: Hour = { reqs: 1000, imps: 500, rev: 2 * usd };
const codesOf = (...given: Parameters<typeof hours>) =>
  usualStatesOf(hours(...given), figures).map(({ code, text }) => `${code} ${text.split(':')[0]}`);

describe('[ALERT-01] a figure far off its hour of the week', () => {
  test('is one state, that of the cause', () => {
    expect(codesOf({ reqs: 1000, imps: 500, rev: 2 * usd }, () => steady)).toEqual([]);
    expect(codesOf({ reqs: 300, imps: 50, rev: 0.2 * usd }, () => steady)).toEqual(['off_usual Requests']);
    expect(codesOf({ reqs: 1000, imps: 200, rev: 0.8 * usd }, () => steady)).toEqual(['off_usual Fill']);
    expect(codesOf({ reqs: 1000, imps: 500, rev: 0.5 * usd }, () => steady)).toEqual(['off_usual Revenue']);
    expect(codesOf({ reqs: 3000, imps: 1500, rev: 6 * usd }, () => steady)).toEqual(['off_usual Requests']);
  });

  test('says the figure, how far off it is, and compared with which hours', () => {
    expect(
      usualStatesOf(
        hours({ ...steady, imps: 100, rev: 2 * usd }, () => steady),
        figures,
      ),
    ).toEqual([
      {
        code: 'off_usual',
        text: 'Fill: 10.00% in the last full hour, 80.00% below the usual 50.00% (same hour of the last 4 weeks).',
        fix: 'url',
      },
    ]);
  });

  test('is compared with the same hour of the last days while there are few weeks, and not at all without history', () => {
    const low = { reqs: 200, imps: 100, rev: 2 * usd };
    const sinceDays = (days: number) => (daysAgo: number) => (daysAgo <= days ? steady : undefined);
    expect(usualStatesOf(hours(low, sinceDays(3)), figures)).toMatchObject([
      { text: expect.stringContaining('(same hour of the last 3 days)') },
    ]);
    expect(codesOf(low, sinceDays(2))).toEqual([]);
    expect(codesOf(low, sinceDays(0))).toEqual([]);
  });

  test('is not a state where the week has such hours, where counts are small, or where it varies as much', () => {
    const weekend = (daysAgo: number) => (daysAgo % 7 === 0 ? { reqs: 200, imps: 100, rev: 0.4 * usd } : steady);
    expect(codesOf({ reqs: 190, imps: 95, rev: 0.4 * usd }, weekend)).toEqual([]);
    expect(codesOf({ reqs: 10, imps: 5, rev: 0.02 * usd }, () => ({ reqs: 45, imps: 20, rev: 0.08 * usd }))).toEqual(
      [],
    );
    const wild = (daysAgo: number) => ({ ...steady, reqs: [200, 1000, 1800, 2600][((daysAgo / 7) % 4) | 0] ?? 0 });
    expect(codesOf({ reqs: 400, imps: 200, rev: 2 * usd }, wild)).toEqual([]);
  });

  test('is not a state once a change has lasted for days', () => {
    const changed = (daysAgo: number) => (daysAgo <= 3 ? { reqs: 300, imps: 150, rev: 0.6 * usd } : steady);
    expect(codesOf({ reqs: 300, imps: 150, rev: 0.6 * usd }, changed)).toEqual([]);
  });
});

describe('[ALERT-01] a sudden zero', () => {
  test('is a state of an object that served steadily and now does not', () => {
    expect(
      usualStatesOf(
        hours({ reqs: 900 }, () => steady),
        figures,
      ),
    ).toEqual([
      {
        code: 'sudden_zero',
        text: 'Impressions: none since the start of the last full hour, usually 500 in that hour (same hour of the last 4 weeks).',
        fix: 'url',
      },
    ]);
  });

  test('is none when it serves again, when it often served nothing, little, or is new', () => {
    expect(codesOf({ reqs: 900 }, () => steady, 1)).toEqual([]);
    expect(codesOf({}, (daysAgo) => (daysAgo === 14 ? { imps: 0 } : steady))).toEqual([]);
    expect(codesOf({}, () => ({ imps: 49 }))).toEqual([]);
    expect(codesOf({}, () => undefined)).toEqual([]);
  });
});
