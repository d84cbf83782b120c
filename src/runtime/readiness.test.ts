import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadiness, Unready } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failing = (more: object) => () => Promise.reject(Object.assign(new Error('it failed'), more));

test('every check has its own result as text', async () => {
  const results = await createReadiness({
    one: async () => undefined,
    two: failing({ code: 'ECONNREFUSED' }),
    three: failing({ code: '42P01' }),
    four: () => Promise.reject(new Unready('not loaded yet')),
  })();
  expect(results).toEqual({ one: 'ok', two: 'cannot be reached', three: 'cannot be read', four: 'not loaded yet' });
});

test('all checks run in parallel, for at most two seconds', async () => {
  const hang = () => new Promise<never>(() => undefined);
  const results = createReadiness({ one: hang, two: hang, three: async () => undefined })();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await results).toEqual({ one: 'does not respond', two: 'does not respond', three: 'ok' });
});

test('a hanging check is not started again before it has ended', async () => {
  let started = 0;
  let end: () => void = () => undefined;
  const readiness = createReadiness({
    slow: () =>
      new Promise<void>((resolve) => {
        started += 1;
        end = resolve;
      }),
  });
  for (let look = 0; look < 3; look += 1) {
    const results = readiness();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await results).toEqual({ slow: 'does not respond' });
  }
  expect(started).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(0);
  const results = readiness();
  end();
  expect(await results).toEqual({ slow: 'ok' });
  expect(started).toBe(2);
});
