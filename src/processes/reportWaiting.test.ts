import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWaitingLog, reportWaiting } from './reportWaiting.ts';

test('a role that is not warm reports the cause until it is', async () => {
  let notifyWarm: () => void = () => undefined;
  const warm = new Promise<void>((resolve) => {
    notifyWarm = resolve;
  });
  const causes = ['no configuration', null, 'loading'];
  const reported: string[] = [];
  const waitsFor = async () => {
    const cause = causes.shift() ?? null;
    if (causes.length === 0) notifyWarm();
    return cause;
  };
  await reportWaiting({ warm, waitsFor }, (cause) => reported.push(cause), { firstMs: 1, pauseMs: 1 });
  expect(reported).toEqual(['no configuration', 'loading']);
});

test('a role that ends before it is warm reports no more', async () => {
  const reported: string[] = [];
  const warm = sleep(5).then(() => Promise.reject(new Error('ended')));
  await reportWaiting({ warm, waitsFor: async () => 'x' }, (cause) => reported.push(cause), {
    firstMs: 1000,
    pauseMs: 1,
  });
  expect(reported).toEqual([]);
});

test('the same cause of several processes is logged once at a time', () => {
  const lines: string[] = [];
  let now = 0;
  const report = createWaitingLog(
    (line) => lines.push(line),
    () => now,
  );
  report('serving', 'no configuration');
  report('serving', 'no configuration');
  report('serving', 'loading');
  now = 60_000;
  report('serving', 'no configuration');
  expect(lines).toEqual([
    'serving is not ready: no configuration',
    'serving is not ready: loading',
    'serving is not ready: no configuration',
  ]);
});
