import { describe, expect, test } from 'vitest';
import { cookieOf, setCookie } from './viewerIds.ts';
import {
  isStorable,
  maxValueLength,
  readUids,
  uidLifetimeMs,
  withoutUid,
  withUid,
  writeUids,
  type StoredUids,
} from './storedUids.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const noUids: StoredUids = new Map();
const bidderOf = (index: number) => `tag${String(index).padStart(13, '0')}`;
const [first, second] = [bidderOf(1), bidderOf(2)] as const;
/** IDs after a round trip through a cookie. */
const reread = (storedUids: StoredUids, at = now) => readUids(writeUids(storedUids), at);

describe('ids of bidders in a cookie', () => {
  test('are read back unchanged, whatever their characters', () => {
    const uids = ['6b9a9765-697e-4c44', 'a:b/c;d=e f', 'Zoë 🦊 %20', '"quoted", \\', '0'];
    for (const uid of uids) {
      const value = writeUids(withUid(withUid(noUids, first, 'x', now), second, uid, now));
      expect(value).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/);
      expect(readUids(value, now).get(second)).toEqual({ uid, expiresAt: now + uidLifetimeMs });
      expect(readUids(value, now).get(first)?.uid).toBe('x');
    }
  });

  test('are valid for 14 days after the last sync', () => {
    const storedUids = withUid(withUid(noUids, first, 'a', now), second, 'b', now + 5 * day);
    expect([...reread(storedUids, now + 14 * day - 1000).keys()]).toEqual([second, first]);
    expect([...reread(storedUids, now + 14 * day).keys()]).toEqual([second]);
    const renewed = withUid(storedUids, first, 'c', now + 10 * day);
    expect(reread(renewed, now + 20 * day).get(first)?.uid).toBe('c');
  });

  test('are deleted one by one', () => {
    const storedUids = withUid(withUid(noUids, first, 'a', now), second, 'b', now);
    expect([...reread(withoutUid(storedUids, first))]).toEqual([
      [second, { uid: 'b', expiresAt: now + uidLifetimeMs }],
    ]);
    expect(writeUids(withoutUid(withoutUid(storedUids, first), second))).toBe('');
  });

  test('stay below 4,096 bytes with the cookie’s attributes: the oldest are dropped first', () => {
    let storedUids = noUids;
    for (let index = 0; index < 60; index += 1)
      storedUids = withUid(storedUids, bidderOf(index), 'i'.repeat(100), now + index * 1000);
    const cookie = setCookie('uids', writeUids(storedUids), { maxAgeS: 1_209_600, isSecure: true });
    expect(cookie.length).toBeLessThanOrEqual(4096);
    const left = [...reread(storedUids).keys()];
    expect(left.length).toBeGreaterThan(20);
    expect(left).toEqual(Array.from(left, (_, index) => bidderOf(59 - index)));
  });

  test('that would fill a cookie alone are not stored', () => {
    expect(isStorable('i'.repeat(1000))).toBe(true);
    expect(isStorable('i'.repeat(1001))).toBe(false);
    expect(isStorable('🦊'.repeat(100))).toBe(false);
  });

  const entry = (uid: string, seconds = Math.floor((now + day) / 1000).toString(36)) => `${second}:${seconds}:${uid}`;

  test.each([
    ['nothing', ''],
    ['text', 'hello there'],
    ['another server’s cookie', Buffer.from('{"tempUIDs":{"a":{"uid":"1"}}}').toString('base64')],
    ['names of no tag', '__proto__:zzzzzz:1/constructor:zzzzzz:2/TAG0000000000001:zzzzzz:3'],
    ['an id that cannot be decoded', entry('%E0%A4%A')],
    ['no id', entry('')],
    ['too many parts', entry('a:b')],
    ['a time that is none', entry('a', '-1')],
    ['a time long past', entry('a', '1')],
    ['more than a cookie holds', entry('a'.repeat(maxValueLength))],
    ['nothing but separators', '/'.repeat(maxValueLength)],
  ])('are ignored in a cookie with %s, and others in it are read', (_, value) => {
    expect([...readUids(value, now)]).toEqual([]);
    if (value.length < maxValueLength) expect(readUids(`${value}/${entry('good')}`, now).get(second)?.uid).toBe('good');
  });

  test('never expire later than a new one, whatever the cookie declares', () => {
    expect(readUids(entry('a', 'zzzzzzzzz'), now).get(second)?.expiresAt).toBe(now + uidLifetimeMs);
  });

  test('are read once per bidder', () => {
    expect([...readUids(`${entry('a')}/${entry('b')}`, now).values()].map(({ uid }) => uid)).toEqual(['a']);
  });
});

describe('a cookie', () => {
  test('is found among others by its full name', () => {
    expect(cookieOf('xuids=1; uids2=2; uids=a=b; uids=3', 'uids')).toBe('a=b');
    expect(cookieOf('a=1;uids=2', 'uids')).toBe('2');
    expect(cookieOf('uids', 'uids')).toBeUndefined();
    expect(cookieOf('=uids; ;;', 'uids')).toBeUndefined();
    expect(cookieOf(undefined, 'uids')).toBeUndefined();
  });

  test('is sent from other sites over https only, and is hidden from scripts', () => {
    expect(setCookie('a', 'b', { maxAgeS: 60, isSecure: true })).toBe(
      'a=b; Path=/; Max-Age=60; HttpOnly; SameSite=None; Secure',
    );
    expect(setCookie('a', 'b', { maxAgeS: 0, isSecure: false })).toBe('a=b; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
  });
});
