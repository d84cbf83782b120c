import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { type CallLimiter, openCallLimiter } from './openCallLimiter.ts';

let limiter: CallLimiter | null = null;

afterEach(() => limiter?.close());

function open(more: Record<string, string> = {}): CallLimiter {
  const limits = { API_KEY_CALLS_PER_MINUTE: '2', API_ACCOUNT_CALLS_PER_MINUTE: '3' };
  const config = readConfig(
    { SECRET: '0'.repeat(64), DATA_DIR: '/nonexistent', ...limits, ...more },
    { isDemo: false },
  );
  limiter = openCallLimiter(config);
  return limiter;
}

const stateOf = async (one: CallLimiter, caller: string) => {
  const { remaining, isExceeded } = await one.count('key', caller);
  return [remaining, isExceeded];
};

test('callers are counted one by one, against each limit', async () => {
  const one = open();
  expect([await stateOf(one, 'a'), await stateOf(one, 'a'), await stateOf(one, 'a')]).toEqual([
    [1, false],
    [0, false],
    [0, true],
  ]);
  expect(await stateOf(one, 'b')).toEqual([1, false]);
  expect(await one.count('account', 'a')).toMatchObject({ name: 'account', calls: 3, windowSeconds: 60, remaining: 2 });
});

test('while Redis is unavailable, calls are counted in the process', async () => {
  const one = open({ REDIS_URL: 'redis://127.0.0.1:1' });
  expect([await stateOf(one, 'a'), await stateOf(one, 'a'), await stateOf(one, 'a')]).toEqual([
    [1, false],
    [0, false],
    [0, true],
  ]);
});
