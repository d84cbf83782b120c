import { expect, test } from 'vitest';
import { type FailedSignIn, findFailureBursts } from './findFailureBursts.ts';

const start = Date.parse('2026-03-01T10:00:00Z');

/** Failed sign-ins, one every `everyMs`. */
function failures(count: number, everyMs: number, part: (index: number) => Partial<FailedSignIn> = () => ({})) {
  return Array.from({ length: count }, (_, index): FailedSignIn => {
    const at = new Date(start + index * everyMs).toISOString();
    return { at, ip: `198.51.100.${index}`, userId: 7, userName: 'Ann', ...part(index) };
  });
}

test('twenty failures with one login within any hour are a burst', () => {
  expect(findFailureBursts(failures(19, 1000))).toEqual([]);
  expect(findFailureBursts(failures(20, 1000).toReversed())).toEqual([
    { by: 'login', userId: 7, userName: 'Ann', count: 20, lastAt: '2026-03-01T10:00:19.000Z' },
  ]);
  // One every four minutes: sixteen within an hour.
  expect(findFailureBursts(failures(100, 240_000))).toEqual([]);
  expect(findFailureBursts(failures(100, 1000, (index) => ({ userId: index })))).toEqual([]);
});

test('fifty failures from one network are a burst, whatever the logins', () => {
  const from = (ip: (index: number) => string) =>
    findFailureBursts(failures(50, 1000, (index) => ({ ip: ip(index), userId: null })));
  expect(from(() => '198.51.100.1')).toMatchObject([{ by: 'network', network: '198.51.100.1', count: 50 }]);
  expect(from((index) => `2001:db8:1:${index.toString(16)}::1`)).toMatchObject([{ network: '2001:db8:1' }]);
  expect(from((index) => `2001:db8:${index.toString(16)}::1`)).toEqual([]);
});
