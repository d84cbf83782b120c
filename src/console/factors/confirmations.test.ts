import { expect, test } from 'vitest';
import { createConfirmations } from './confirmations.ts';

test('concurrent requests share one dialog and its outcome; the next one is new', async () => {
  const confirmations = createConfirmations();
  const seen: boolean[] = [];
  const stop = confirmations.subscribe(() => seen.push(confirmations.isOpen()));
  const both = [confirmations.request(), confirmations.request()];
  confirmations.settle(true);
  await expect(Promise.all(both)).resolves.toEqual([true, true]);
  expect(seen).toEqual([true, false]);
  stop();
  const next = confirmations.request();
  expect(confirmations.isOpen()).toBe(true);
  confirmations.settle(false);
  await expect(next).resolves.toBe(false);
  expect(seen).toHaveLength(2);
});
