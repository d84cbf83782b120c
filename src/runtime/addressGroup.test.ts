import { expect, test } from 'vitest';
import { addressGroup, networkOf } from './addressGroup.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4444', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4444', '203.0.113.7'],
  ['2001:db8:2:3::1', '2001:db8:2:3'],
  ['2001:0DB8:0002:0003:ffff:ffff:ffff:ffff', '2001:db8:2:3'],
  ['[2001:db8:2:3::1]:443', '2001:db8:2:3'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['garbage', 'no address'],
  ['203.0.113.777', 'no address'],
  ['', 'no address'],
])('attempts from %s count as those of %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});

test('the network of a subscriber is a /48 of IPv6, and an address of IPv4', () => {
  expect(networkOf(addressGroup('2001:db8:2:3::1'))).toBe('2001:db8:2');
  expect(networkOf(addressGroup('203.0.113.7'))).toBe('203.0.113.7');
});
