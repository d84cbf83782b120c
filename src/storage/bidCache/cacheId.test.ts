import { expect, test } from 'vitest';
import { newCacheId, readCacheId, type CachePlace } from './cacheId.ts';

const places: CachePlace[] = [
  { slot: 0, period: 0, block: 0 },
  { slot: 3, period: 5_982_113, block: 70_000 },
  { slot: 255, period: 2 ** 24 - 1, block: 2 ** 28 - 1 },
];

test.each(places)('RFC 9562, 5.8: an ID is a UUID of version 8 with the place $slot, $period, $block', (place) => {
  const { id, secret } = newCacheId(place);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(readCacheId(id)).toEqual({ place, secret });
  expect(newCacheId(place).id).not.toBe(id);
});

test.each(['', 'x', '../../secret', '00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-8fff-cfff-ffffffffffff'])(
  'other texts are no IDs: %s',
  (text) => expect(readCacheId(text)).toBeNull(),
);
