import { expect, test } from 'vitest';
import { headBytes, memberBytes, readHead, readTail, writeHead, writeMembers, writeTail } from './listContents.ts';
import type { ListKind, ListSet } from './listSet.ts';
import { createMemberTable } from './memberTable.ts';

/** Builds a set through its encoded form. */
function setOf(kind: ListKind, values: readonly string[]): ListSet {
  const prefixes = new Set<number>();
  const members = writeMembers(kind, values, prefixes);
  const count = readHead(writeHead(values.length)) ?? -1;
  expect(members.length).toBe(count * memberBytes);
  const table = createMemberTable(count);
  const view = new DataView(members.buffer);
  for (let at = 0; at < members.length; at += memberBytes) {
    table.add(view.getUint32(at, true), view.getUint32(at + 4, true));
  }
  return table.toSet(kind, readTail(writeTail(prefixes)) ?? []);
}

test('a set has its members and nothing else', () => {
  const all = Array.from({ length: 20_000 }, (_, index) => `com.example.app${index}`);
  const set = setOf('bundle', all.slice(0, 10_000));
  expect(set.size).toBe(10_000);
  expect(all.filter((value) => set.has(value))).toEqual(all.slice(0, 10_000));
  expect(set.has('')).toBe(false);
});

test('a set with no member or one member works', () => {
  expect(setOf('bundle', []).has('a')).toBe(false);
  expect(setOf('bundle', ['a']).has('a')).toBe(true);
  expect(setOf('bundle', ['a']).has('b')).toBe(false);
});

test('an address is a member of every range that contains it', () => {
  const set = setOf('ip', ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '2001:db9::1']);
  const has = (value: string) => set.has(value);
  expect(['10.0.0.0', '10.255.255.255', '192.0.2.7', '2001:db8:ffff::1', '2001:DB9:0::1'].every(has)).toBe(true);
  expect(['11.0.0.0', '192.0.2.8', '2001:db7::1', '2001:db9::2', '10.0.0.0/9', 'x', ''].some(has)).toBe(false);
  expect(setOf('ip', ['0.0.0.0/0']).has('203.0.113.9')).toBe(true);
  expect(setOf('ip', ['0.0.0.0/0']).has('::1')).toBe(false);
  expect(setOf('ip', ['::/0']).has('::1')).toBe(true);
});

test('truncated bytes are rejected', () => {
  expect(readHead(writeHead(7).subarray(0, headBytes - 1))).toBeNull();
  expect(readHead(new Uint8Array(headBytes))).toBeNull();
  expect(readTail(writeTail(new Set([8, 24])).subarray(0, 8))).toBeNull();
  expect(readTail(new Uint8Array(0))).toBeNull();
});
