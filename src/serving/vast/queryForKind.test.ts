import { expect, test } from 'vitest';
import { queryForKind } from './queryForKind.ts';

test.each([
  ['2,8', 'merged', '2'],
  ['2,8', 'stored', '2'],
  ['2,8', 'passed', '8'],
  ['2, 3,8, 12', 'wrapper', '8, 12'],
  ['2,3,5,6', 'merged', '2,3,5,6'],
  ['2,3,5', 'merged', '2,3,5'],
  ['2,3,5', 'passed', '5'],
  ['8', 'merged', '8'],
  ['99', 'merged', '99'],
] as const)('OpenRTB 2.6, 3.2.7: of the protocols %s, to an ad that is %s apply %s', (protocols, kind, expected) => {
  const query = new Map([['protocols', protocols]]);
  const own = queryForKind(query, kind);
  expect(own.get('protocols')).toBe(expected);
  expect(own === query).toBe(expected === protocols);
});

test('a query without protocols stays as it is', () => {
  const query = new Map([['vast', '3']]);
  expect(queryForKind(query, 'merged')).toBe(query);
});
