import { expect, test } from 'vitest';
import { createSourceKeys } from './sourceKeys.ts';

const secret = 'a'.repeat(64);
const at = Date.UTC(2026, 2, 10, 12);

test('a source has a key that differs by day and installation, and a network instead of its address', () => {
  const { sourceOf } = createSourceKeys(secret);
  const source = sourceOf('203.0.113.77', 'Player/1', at);
  expect(source).toEqual({
    address: expect.stringMatching(/^[0-9a-f]{16}$/),
    network: '203.0.113.0/24',
    agent: 'Player/1',
  });
  expect(sourceOf('::ffff:203.0.113.77', 'Player/1', at + 3_600_000)).toEqual(source);
  expect(sourceOf('203.0.113.78', 'Player/1', at)?.address).not.toBe(source?.address);
  expect(sourceOf('203.0.113.77', 'Player/1', at + 86_400_000)?.address).not.toBe(source?.address);
  expect(createSourceKeys('b'.repeat(64)).sourceOf('203.0.113.77', '', at)?.address).not.toBe(source?.address);
});

test('the addresses of a household’s IPv6 network are one source', () => {
  const { sourceOf } = createSourceKeys(secret);
  const source = sourceOf('2001:db8:1:2::5', '', at);
  expect(source?.network).toBe('2001:db8:1::/48');
  expect(sourceOf('2001:db8:1:2:aa::9', '', at)).toEqual(source);
  expect(sourceOf('2001:db8:1:3::5', '', at)?.address).not.toBe(source?.address);
});

test('long user agents are cut, and text that is no address has no source', () => {
  const { sourceOf } = createSourceKeys(secret);
  expect(sourceOf('203.0.113.77', 'x'.repeat(1000), at)?.agent).toHaveLength(256);
  expect(sourceOf('', 'Player/1', at)).toBeNull();
  expect(sourceOf('unix', 'Player/1', at)).toBeNull();
});
