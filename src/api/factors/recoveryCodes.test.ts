import { expect, test } from 'vitest';
import { newRecoveryCodes, readRecoveryCode } from './recoveryCodes.ts';

test('ten codes, all different, without characters that look alike', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
});

test('a code is read as people type it', () => {
  for (const typed of ['abcd-efgh-jkmn-pqrs', ' ABCD EFGH JKMN PQRS ', 'abcdefghjkmnpqrs'])
    expect(readRecoveryCode(typed)).toBe('abcd-efgh-jkmn-pqrs');
  for (const other of ['', '123456', 'abcd-efgh-jkmn', 'abcd-efgh-jkmn-pqrs-tuvw', 'abcd_efgh_jkmn_pqrs'])
    expect(readRecoveryCode(other)).toBeNull();
});
