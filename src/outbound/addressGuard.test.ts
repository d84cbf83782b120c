import { expect, test } from 'vitest';
import { guardedLookup, isPublicAddress, RejectedAddress } from './addressGuard.ts';

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  'host.example',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([true, false])('a name that resolves only to loopback is refused at lookup (all: %s)', async (all) => {
  const error = await new Promise((resolve) => guardedLookup(isPublicAddress)('localhost', { all }, resolve));
  expect(error).toBeInstanceOf(RejectedAddress);
});
