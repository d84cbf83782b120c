import { expect, test } from 'vitest';
import { addTexts, addedText, splitTexts } from './textListModel.ts';

test('lines, commas, semicolons and tabs separate entries; empty ones are dropped; spaces inside stay', () => {
  expect(splitTexts(' a.example, b.example\r\n\r\n c d ;e\tf,, ')).toEqual(['a.example', 'b.example', 'c d', 'e', 'f']);
  expect(splitTexts(' \n , ')).toEqual([]);
});

test('new entries are appended, and duplicates of the list and within the pasted text are counted', () => {
  expect(addTexts(['b', 'a'], 'c,a\nc,d')).toEqual({
    value: ['b', 'a', 'c', 'd'],
    added: 2,
    duplicates: 2,
    refused: [],
  });
});

test('text that does not match is returned as typed; text that does is normalized', () => {
  const rules = { normalize: (text: string) => text.toLowerCase(), pattern: /^[a-z.]+$/g };
  const result = addTexts(['a.example'], 'A.Example, B.example, No Domain, c.example', rules);
  expect(result).toEqual({
    value: ['a.example', 'b.example', 'c.example'],
    added: 2,
    duplicates: 1,
    refused: ['No Domain'],
  });
});

test('a list that contains a duplicate stays as it is', () => {
  expect(addTexts(['a', 'a', 'b'], 'c').value).toEqual(['a', 'a', 'b', 'c']);
});

test('the result is summarized', () => {
  expect(addedText(addTexts(['a'], 'a,b,c'))).toBe('2 added, 1 duplicate skipped.');
  expect(addedText(addTexts([], 'x y,b', { pattern: /^\w$/ }))).toBe('1 added, 1 not added.');
  expect(addedText(addTexts([], '!', { pattern: /^\w$/ }))).toBe('1 not added.');
  expect(addedText(addTexts([], ' '))).toBe('');
});
