import { describe, expect, test } from 'vitest';
import { endsText, rangeNamed, readEnds, writeEnds } from './searchRange.ts';

describe('a range in a URL', () => {
  test('round-trips, with and without times', () => {
    for (const [from, to] of [
      ['2026-11-01', '2026-11-07'],
      ['2026-11-01T09:30', '2026-11-01T17:00'],
      ['2026-11-01', '2026-11-02T06:00'],
    ]) {
      const range = readEnds(from, to);
      expect(range && writeEnds(range)).toEqual({ from, to });
    }
  });

  test('of whole days needs no times', () => {
    expect(readEnds('2026-11-01T00:00', '2026-11-02T24:00')).toEqual({
      preset: 'custom',
      from: '2026-11-01',
      to: '2026-11-02',
    });
  });

  test.each([
    ['2026-11-02', '2026-11-01'],
    ['2026-11-01T10:00', '2026-11-01T10:00'],
    ['2026-11-01T25:00', '2026-11-02'],
    ['2026-02-30', '2026-03-01'],
    ['2020-01-01', '2026-01-01'],
    ['2026-11-01', undefined],
  ])('from %s to %s is invalid', (from, to) => {
    expect(readEnds(from, to)).toBeNull();
  });
});

test('a named range of minutes has its times, and shows them', () => {
  const range = rangeNamed('last15Minutes', '2026-11-21 10:04');
  expect(range).toMatchObject({ preset: 'last15Minutes', startTime: '09:50', endTime: '10:05' });
  expect(endsText(range)).toBe('2026-11-21 09:50 – 2026-11-21 10:05');
});
