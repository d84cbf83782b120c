import { expect, test } from 'vitest';
import { clientSlot } from './clientSlot.ts';

test('an address and an IPv6 network have one slot each, however they are written', () => {
  expect(clientSlot('203.0.113.7')).toBe(clientSlot('::ffff:203.0.113.7'));
  expect(clientSlot('2001:db8:1:2::1')).toBe(clientSlot('2001:0DB8:1:2:ffff::9'));
});

test('addresses are spread over a bounded number of slots', () => {
  const found = Array.from({ length: 100_000 }, (_each, index) =>
    clientSlot(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`),
  );
  expect(Math.max(...new Set(found))).toBeLessThan(16_384);
  expect(new Set(found).size).toBeGreaterThan(15_000);
});
