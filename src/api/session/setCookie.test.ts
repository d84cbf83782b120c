import { expect, test } from 'vitest';
import { deviceCookie, setFactorCookie } from '../factors/factorCookies.ts';
import { clearSsoCookie, setSsoCookie } from '../sso/ssoCookie.ts';
import { readCookie } from './setCookie.ts';

test('by https, cookies of signing in have the prefix __Secure- and are Secure', () => {
  expect(setFactorCookie(deviceCookie, 'abc', 60, true)).toBe(
    '__Secure-bidhouse_device=abc; Path=/api/auth; HttpOnly; SameSite=Strict; Max-Age=60; Secure',
  );
  const attempt = { name: 'bidhouse_sso', value: 'abc', seconds: 60 };
  expect(setSsoCookie({ ...attempt, isSecure: true })).toMatch(/^__Secure-bidhouse_sso=abc; .*; Secure$/);
  expect(setSsoCookie({ ...attempt, isSecure: false })).toMatch(/^bidhouse_sso=abc; (?!.*Secure)/);
  expect(clearSsoCookie('bidhouse_sso', true)).toMatch(/^__Secure-bidhouse_sso=; .*Max-Age=0/);
});

test('a cookie is read under the name that it gets: what a page by http has set is ignored by https', () => {
  const cookies = { bidhouse_device: 'planted' };
  expect(readCookie({ cookies, isSecure: true }, deviceCookie)).toBeUndefined();
  expect(readCookie({ cookies, isSecure: false }, deviceCookie)).toBe('planted');
  expect(readCookie({ cookies: { '__Secure-bidhouse_device': 'own' }, isSecure: true }, deviceCookie)).toBe('own');
});
