import { describe, expect, test } from 'vitest';
import { buildAddressSet, isAddress, parseAddressRange } from './addressSet.ts';

describe('a list of addresses', () => {
  const set = buildAddressSet([
    '203.0.113.7',
    '198.51.100.0/25',
    '10.1.2.3/8',
    '2001:db8::/33',
    '::1',
    'no address',
    '',
  ]);

  test.each([
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.0', true],
    ['198.51.100.127', true],
    ['198.51.100.128', false],
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['::ffff:203.0.113.7', true],
    ['2001:db8:7fff::1', true],
    ['2001:0DB8:0000::1', true],
    ['2001:db8:8000::1', false],
    ['::1', true],
    ['::2', false],
    ['203.0.113.07', false],
    ['203.0.113', false],
    ['', false],
  ])('has “%s”: %s', (address, isMember) => {
    expect(set.has(address)).toBe(isMember);
  });

  test('counts the entries that it could parse', () => {
    expect(set.size).toBe(5);
  });

  test('may contain all addresses', () => {
    expect(buildAddressSet(['0.0.0.0/0']).has('192.0.2.1')).toBe(true);
    expect(buildAddressSet(['0.0.0.0/0']).has('2001:db8::1')).toBe(false);
    expect(buildAddressSet(['::/0']).has('2001:db8::1')).toBe(true);
  });
});

test.each([
  '1.2.3.4/33',
  '1.2.3.4/',
  '1.2.3.4/8/8',
  '1.2.3.256',
  '::1/129',
  ':::1',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
  'fe80::1%eth0',
  '::ffff:1.2.3.256',
])('%s is not a range', (text) => {
  expect(parseAddressRange(text)).toBeNull();
});

test('a range is not an address', () => {
  expect(isAddress('192.0.2.1')).toBe(true);
  expect(isAddress('64:ff9b::192.0.2.33')).toBe(true);
  expect(isAddress('192.0.2.0/24')).toBe(false);
});
