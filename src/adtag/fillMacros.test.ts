import { expect, test } from 'vitest';
import { fillMacros } from './fillMacros.ts';

const values = { random: 0.01234567, now: new Date('2026-08-01T10:00:00.5Z') };

test('fills macros, plain and encoded, and leaves others as they are', () => {
  expect(fillMacros('https://a.example/?c=[CACHEBUSTING]&t=%5Btimestamp%5D&e=[ERRORCODE]&x=[ASSETURI]', values)).toBe(
    'https://a.example/?c=01234567&t=2026-08-01T10%3A00%3A00.500Z&e=[ERRORCODE]&x=[ASSETURI]',
  );
  expect(fillMacros('https://a.example/?e=%5BERRORCODE%5D', { ...values, errorCode: 303 })).toBe(
    'https://a.example/?e=303',
  );
});
