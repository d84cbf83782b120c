import { expect, test } from 'vitest';
import { checkNotCopied } from './nodePlace.ts';

const original = { host: 'one', folder: '/data', place: 'a', seenAt: 1000 };

/** A store in which the worker was seen at these times, one per look; null = it counts as stopped. */
function storeOf(...seenAt: (number | null)[]) {
  let looks = 0;
  return {
    looks: () => looks,
    async findRunning() {
      const at = seenAt[looks] ?? null;
      looks += 1;
      return at === null ? null : { ...original, seenAt: at };
    },
  };
}

test('a worker that goes on at another place refuses the start, which names it', async () => {
  await expect(checkNotCopied(storeOf(1000, 1000, 3000), 'one-1', { place: 'b' }, 0)).rejects.toMatchObject({
    name: 'SettingsConflict',
    message: expect.stringMatching(/^DATA_DIR: it is a copy: the node one-1 runs on one in \/data\. Stop that one/),
  });
});

test('a worker that was killed at another place is waited for until it counts as stopped', async () => {
  const store = storeOf(1000, 1000, 1000, null);
  await checkNotCopied(store, 'one-1', { place: 'b' }, 0);
  expect(store.looks()).toBe(4);
});

test('the next worker at the same place does not wait', async () => {
  const store = storeOf(1000, 1000, 1000);
  await checkNotCopied(store, 'one-1', { place: 'a' }, 0);
  expect(store.looks()).toBe(1);
});
