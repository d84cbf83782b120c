import { expect, test, vi } from 'vitest';
import { UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import { createResealing } from './createResealing.ts';

test('a secret that cannot be opened is logged once, and each further one too', async () => {
  const unreadable = (row: number) =>
    new UnreadableSecret('unknownKey', { table: 'suppliers', column: 'sealed_encryption_key', row });
  const error = vi.fn<(error: unknown) => void>();
  const rounds = [[1], [1], [1, 2], [2, 1]].map((rows, at) => ({ resealed: at, unreadable: rows.map(unreadable) }));
  const reseal = vi.fn(() => Promise.resolve(rounds.shift() ?? { resealed: 0, unreadable: [] }));
  const work = createResealing({ sealedSecrets: { reseal }, logger: { error } });
  expect(await work()).toBe(false);
  expect(error.mock.calls).toEqual([[unreadable(1)]]);
  for (let round = 0; round < 3; round += 1) expect(await work()).toBe(true);
  expect(error.mock.calls).toEqual([[unreadable(1)], [unreadable(2)]]);
});
