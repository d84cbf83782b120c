import { expect, test } from 'vitest';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from './sessionCookie.ts';

test('by https the cookie has the prefix __Host- with what it requires', () => {
  expect(setSessionCookie('abc', 60, true)).toBe(
    '__Host-bidhouse_session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  );
  expect(setSessionCookie('abc', 60, false)).toBe('bidhouse_session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60');
});

test('the token is read under both names, and the one that no other host can set comes first', () => {
  expect(sessionTokenOf({ bidhouse_session: 'former' })).toBe('former');
  expect(sessionTokenOf({ bidhouse_session: 'former', '__Host-bidhouse_session': 'own' })).toBe('own');
  expect(sessionTokenOf({ other: 'x' })).toBeNull();
});

test('signing out deletes the cookie under each name', () => {
  const names = (isSecure: boolean) => clearSessionCookie(isSecure).map((each) => each.split('=')[0]);
  expect(names(true)).toEqual(['__Host-bidhouse_session', 'bidhouse_session']);
  expect(names(false)).toEqual(['bidhouse_session']);
});
