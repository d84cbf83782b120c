import { expect, test } from 'vitest';
import { createDataCenterListReader } from './dataCenterList.ts';

function listOf(...lines: string[]) {
  const reader = createDataCenterListReader();
  const found = lines.map((line) => reader.readLine(line));
  return { found, list: reader.build() };
}

test('a list has addresses, ranges, first and last addresses, and autonomous systems, with further columns', () => {
  const { found, list } = listOf(
    '# of a vendor',
    '198.51.100.0/24',
    '203.0.113.0,203.0.113.127,Acme,https://acme.example/',
    '2001:db8::/32; Acme',
    '192.0.2.7\tAcme',
    'AS64500 # Acme',
  );
  expect(found).toEqual(['comment', 'entry', 'entry', 'entry', 'entry', 'entry']);
  expect(list.size).toBe(5);
  for (const address of ['198.51.100.200', '203.0.113.127', '2001:db8::9', '192.0.2.7']) {
    expect(list.hasAddress(address)).toBe(true);
  }
  for (const address of ['203.0.113.128', '192.0.2.8', '2001:db9::9', '', 'unknown']) {
    expect(list.hasAddress(address)).toBe(false);
  }
  expect(list.hasSystem(64_500)).toBe(true);
  expect(list.hasSystem(64_501)).toBe(false);
});

test('other lines are invalid, and networks larger than those of one owner are not used', () => {
  const { found, list } = listOf('network,owner', '0.0.0.0/0', '10.0.0.0/7', '2000::/3', '0.0.0.0,255.255.255.255');
  expect(found).toEqual(['invalid', 'too_broad', 'too_broad', 'too_broad', 'too_broad']);
  expect(list.hasAddress('8.8.8.8')).toBe(false);
});
