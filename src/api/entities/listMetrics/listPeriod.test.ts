import { expect, test } from 'vitest';
import { periodBefore } from './listPeriod.ts';
import { readCompared } from './readCompared.ts';

const today = { startDate: '2026-11-26', endDate: '2026-11-26' };
const at = (time: string) => ({ ms: Date.parse(`2026-11-26T${time}:00Z`), offset: 0 });

test('a running day is compared with the day before until the same minute', () => {
  expect(periodBefore(today, at('16:22'))).toMatchObject({
    whole: { startDate: '2026-11-25', endDate: '2026-11-25', times: { from: 0, until: 960 } },
    partial: { period: { startDate: '2026-11-25', times: { from: 960, until: 1020 } }, share: 22 / 60 },
    until: 16 + 22 / 60,
  });
  expect(periodBefore(today, at('00:15'))).toMatchObject({ whole: null, partial: { share: 0.25 }, until: 0.25 });
  const week = { startDate: '2026-11-20', endDate: '2026-11-26' };
  expect(periodBefore(week, at('00:15'))).toMatchObject({
    startDate: '2026-11-13',
    whole: { startDate: '2026-11-13', endDate: '2026-11-18' },
  });
  expect(periodBefore(week, at('05:00')).whole).toEqual({
    startDate: '2026-11-13',
    endDate: '2026-11-19',
    times: { from: 0, until: 300 },
  });
});

test('a period that is over is compared with whole days', () => {
  const days = { startDate: '2026-11-24', endDate: '2026-11-25' };
  const before = { startDate: '2026-11-22', endDate: '2026-11-23' };
  expect(periodBefore(days, at('16:22'))).toEqual({ ...before, whole: before, partial: null, until: null });
});

test('of the running hour counts the share that has passed', async () => {
  const figures = (sum: bigint) => ({ sumOf: () => sum, totalOf: () => sum, partsOf: () => [] });
  const read = (before: ReturnType<typeof periodBefore>) =>
    readCompared(before, async ({ times }) => figures(times?.from === 960 || times?.from === 0 ? 100n : 7n));
  const found = await read(periodBefore(today, at('16:15')));
  expect([found?.sumOf(1, 'reqs'), found?.totalOf([1], 'reqs')]).toEqual([125n, 125n]);
  expect((await read(periodBefore(today, at('16:00'))))?.sumOf(1, 'reqs')).toBe(100n);
  expect(await readCompared(periodBefore(today, at('16:15')), async () => null)).toBeNull();
});
