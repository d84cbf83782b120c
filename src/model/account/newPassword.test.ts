import { expect, test } from 'vitest';
import { newPasswordSchema, passwordLength } from './newPassword.ts';

test('a password is used exactly as it is typed: with its case, spaces and any characters', () => {
  for (const typed of ['  Correct Horse  ', 'ÜBERRASCHEND schön', '🎺🥁🎻🎸🪕🎷 twelve', 'tab\tand\u00a0space!'])
    expect(newPasswordSchema.parse(typed)).toBe(typed);
});

test('a password has 12 to 200 characters', () => {
  const length = (size: number) => newPasswordSchema.safeParse('x'.repeat(size)).success;
  expect(passwordLength).toEqual({ min: 12, max: 200 });
  expect([11, 12, 64, 200, 201].map(length)).toEqual([false, true, true, true, false]);
});
