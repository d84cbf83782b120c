import { expect, test } from 'vitest';
import { isCommonPassword } from './isCommonPassword.ts';
import { passwordFaults } from './passwordFaults.ts';

const user = { login: 'josephine.baker@rivoli.example', name: 'Josephine Baker', accountName: 'Folies Nord' };
const codes = (password: string, of: Parameters<typeof passwordFaults>[1] = user) =>
  passwordFaults(password, of).map(({ code }) => code);

test('common passwords of the required length are refused, in any case', () => {
  for (const each of ['1qaz2wsx3edc', 'Q1W2E3R4T5Y6', 'qwertyqwerty', '123456789qwe', 'leavemealone']) {
    expect(isCommonPassword(each), each).toBe(true);
    expect(codes(each), each).toEqual(['common_password']);
  }
  expect(isCommonPassword('leavemealonf')).toBe(false);
});

test('one character over and over is a common password; otherwise no composition is required', () => {
  expect(codes('zzzzzzzzzzzzzzzz')).toEqual(['common_password']);
  expect(codes('zzzzZZZZzzzz')).toEqual(['common_password']);
  expect(codes('🎺🎺🎺🎺🎺🎺🎺🎺🎺🎺🎺🎺')).toEqual(['common_password']);
  expect(codes('tut tut tut tut tut')).toEqual([]);
});

test('the login or name with little more is refused, a sentence that contains it is not', () => {
  expect(codes('Josephine.Baker1')).toEqual(['guessable_password']);
  expect(codes('josephine baker!')).toEqual(['guessable_password']);
  expect(codes('josephine baker danced in the rain')).toEqual([]);
  expect(codes('the ad broke at nine', { login: 'ad', name: 'Al', accountName: 'TV' })).toEqual([]);
});

test('names of account and product and words of the field with little more are refused, in any order', () => {
  for (const each of [
    'FoliesNord2026',
    'rivoli-folies-1',
    'Bidhouse2026!',
    'bidhousebidhouse',
    'publisher-admin-1',
    'baker@bidhouse',
  ])
    expect(codes(each), each).toEqual(['guessable_password']);
  for (const each of ['a publisher counts her sheep', 'nord by north-west', 'bidhouse sails at dawn'])
    expect(codes(each), each).toEqual([]);
  expect(codes('FoliesNord2026', { ...user, accountName: null })).toEqual([]);
});

test('any characters are accepted, also without digits or capitals', () => {
  for (const each of [
    'correct horse battery',
    'überraschend schön',
    '密码很长很安全而且不常见的',
    '🎺🥁🎻🎸🪕🎷 twelve',
  ])
    expect(codes(each), each).toEqual([]);
});
