import { expect, test } from 'vitest';
import { fittingSizes, readSizes } from './readSizes.ts';

test.each([
  ['300x250', [[300, 250]]],
  [
    ' 300x250 , 320X50 ',
    [
      [300, 250],
      [320, 50],
    ],
  ],
  [[[728, 90]], [[728, 90]]],
  [['970x250'], [[970, 250]]],
  ['fluid,0x50,1.5x2,300x', []],
  [[[300], [1, 2, 3], null, 'x'], []],
  [undefined, []],
  [7, []],
])('the sizes %j are %j', (given, sizes) => {
  expect(readSizes(given)).toEqual(sizes);
});

test('returns the sizes that fit the page, or all where none does', () => {
  const sizes = readSizes('970x250,300x250');
  expect(fittingSizes(sizes, 400)).toEqual([[300, 250]]);
  expect(fittingSizes(sizes, 200)).toEqual(sizes);
});
