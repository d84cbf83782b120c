import { describe, expect, it } from 'vitest';
import { formatVastTime, normalizeOffset, parseVastTime, wholeSeconds } from './vastTime.ts';

describe('parseVastTime', () => {
  it.each([
    ['00:00:15', 15_000],
    ['01:02:03.500', 3_723_500],
    ['0:15', 15_000],
    ['30', 30_000],
    ['soon', undefined],
    ['', undefined],
  ])('reads %j as %j ms', (text, ms) => {
    expect(parseVastTime(text)).toBe(ms);
  });
});

describe('formatVastTime', () => {
  it('writes a fraction only when there is one', () => {
    expect([formatVastTime(15_000), formatVastTime(3_723_500), formatVastTime(-1)]).toEqual([
      '00:00:15',
      '01:02:03.500',
      '00:00:00',
    ]);
  });
});

describe('normalizeOffset', () => {
  it('accepts times and percentages up to 100', () => {
    expect(['5', '25%', '12.5 %', '101%', 'half'].map(normalizeOffset)).toEqual([
      '00:00:05',
      '25%',
      '12.5%',
      undefined,
      undefined,
    ]);
  });
});

it.each([
  ['00:00:00', 0],
  ['soon', 0],
  ['00:00:00.001', 1],
  ['00:00:01.499', 1],
  ['00:00:29.980', 30],
])('“%s” is %d whole seconds', (text, seconds) => {
  expect(wholeSeconds(text)).toBe(seconds);
});
