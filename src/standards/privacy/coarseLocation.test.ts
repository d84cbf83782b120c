import { describe, expect, test } from 'vitest';
import { coarsePostalCode, roundDegrees, truncateAddress } from './coarseLocation.ts';

describe('truncateAddress', () => {
  test.each([
    ['203.0.113.9', '203.0.113.0'],
    ['203.0.113.0', '203.0.113.0'],
    [' 8.8.8.8 ', '8.8.8.0'],
    ['2001:db8:aa:bbcc:1:2:3:4', '2001:db8:aa:bb00::'],
    ['2001:DB8::1', '2001:db8::'],
    ['2001:db8:0:ff::', '2001:db8::'],
    ['2001:0db8:0000:01ff:ffff:ffff:ffff:ffff', '2001:db8:0:100::'],
    ['::1', '::'],
    ['::', '::'],
    ['0:0:0:100::7', '0:0:0:100::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::ffff:203.0.113.9', '203.0.113.0'],
    ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.0'],
    ['64:ff9b:1:2ff::192.0.2.33', '64:ff9b:1:200::'],
  ])('makes %s %s', (address, expected) => {
    expect(truncateAddress(address)).toBe(expected);
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.x',
    '1.2.3.4/24',
    ':::',
    '1:2:3',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    'g::1',
    '12345::1',
    '::ffff:1.2.3.999',
    '::1.2.3',
  ])('leaves nothing of %s', (text) => {
    expect(truncateAddress(text)).toBe('');
  });
});

describe('roundDegrees', () => {
  test.each([
    [52.379189, 52.38],
    [-33.868819, -33.87],
    [-0.001, -0],
    [180, 180],
  ])('makes %d %d', (degrees, expected) => {
    expect(roundDegrees(degrees)).toBe(expected);
  });
});

describe('coarsePostalCode', () => {
  test.each([
    ['94107', '94107'],
    ['94107-1234', '94107'],
    ['SW1A 1AA', 'SW1A'],
    ['1012 AB', '1012'],
    ['K1A 0B1', 'K1A'],
    ['1012AB', ''],
    ['SW1A1AA', ''],
    ['', ''],
  ])('makes %s %s', (code, expected) => {
    expect(coarsePostalCode(code)).toBe(expected);
  });
});
