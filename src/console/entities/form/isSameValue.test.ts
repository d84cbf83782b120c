import { expect, test } from 'vitest';
import { isSameValue } from './isSameValue.ts';

test('lists and objects are compared deeply', () => {
  expect(isSameValue(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(isSameValue(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(isSameValue(['a'], ['a', 'b'])).toBe(false);
  expect(isSameValue([{ id: 1, name: 'x' }], [{ name: 'x', id: 1 }])).toBe(true);
  expect(isSameValue([{ id: 1 }], [{ id: 2 }])).toBe(false);
});

test('null, a list and an object differ from each other', () => {
  expect(isSameValue(null, [])).toBe(false);
  expect(isSameValue([], {})).toBe(false);
  expect(isSameValue({ a: undefined }, { b: undefined })).toBe(false);
});
