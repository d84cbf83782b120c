import { expect, test } from 'vitest';
import { addTexts, addedText, splitTexts } from './textListModel.ts';

test('lines, commas, semicolons and tabs divide; blanks drop out; spaces inside stay', () => {
  expect(splitTexts(' a.example, b.example\r\n\r\n c d ;e\tf,, ')).toEqual(['a.example', 'b.example', 'c d', 'e', 'f']);
  expect(splitTexts(' \n , ')).toEqual([]);
});

test('new entries come at the end, duplicates are counted, in the list as in what is pasted', () => {
  expect(addTexts(['b', 'a'], 'c,a\nc,d')).toEqual({
    value: ['b', 'a', 'c', 'd'],
    added: 2,
    duplicates: 2,
    refused: [],
  });
});

test('what does not match comes back as typed; what does is kept in its normal form', () => {
  const rules = { normalize: (text: string) => text.toLowerCase(), pattern: /^[a-z.]+$/g };
  const result = addTexts(['a.example'], 'A.Example, B.example, No Domain, c.example', rules);
  expect(result).toEqual({
    value: ['a.example', 'b.example', 'c.example'],
    added: 2,
    duplicates: 1,
    refused: ['No Domain'],
  });
});

test('a list with a duplicate of its own loses and gains nothing', () => {
  expect(addTexts(['a', 'a', 'b'], 'c').value).toEqual(['a', 'a', 'b', 'c']);
});

test('it is said what became of them', () => {
  expect(addedText(addTexts(['a'], 'a,b,c'))).toBe('2 added, 1 duplicate skipped.');
  expect(addedText(addTexts([], 'x y,b', { pattern: /^\w$/ }))).toBe('1 added, 1 not added.');
  expect(addedText(addTexts([], '!', { pattern: /^\w$/ }))).toBe('1 not added.');
  expect(addedText(addTexts([], ' '))).toBe('');
});
