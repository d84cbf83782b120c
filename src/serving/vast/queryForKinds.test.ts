import { expect, test } from 'vitest';
import { queryForKinds, queryForPod } from './queryForKinds.ts';

test.each([
  ['2,8', ['merged'], '2'],
  ['2,8', ['stored'], '2'],
  ['2,8', ['passed'], '8'],
  ['2, 3,8, 12', ['wrapper'], '8, 12'],
  ['2,3,5,6', ['merged'], '2,3,5,6'],
  ['2,3,5', ['merged'], '2,3,5'],
  ['2,3,5', ['passed'], '5'],
  ['8', ['merged'], '8'],
  ['99', ['merged'], '99'],
  ['2,3,8', ['merged', 'stored'], '2,3'],
  ['2,8,12', ['passed', 'wrapper'], '8,12'],
  ['2,3,7,6,12', ['merged', 'passed'], '3,6'],
  ['2,3,6', ['merged', 'stored'], '2,3,6'],
  ['8', ['merged', 'passed'], '8'],
] as const)('OpenRTB 2.6, 3.2.7: of the protocols %s, to ads that are %j apply %s', (protocols, kinds, expected) => {
  const query = new Map([['protocols', protocols]]);
  const own = queryForKinds(query, kinds);
  expect(own.get('protocols')).toBe(expected);
  expect(own === query).toBe(expected === protocols);
});

test.each([
  ['2,3,8', '2,3'],
  ['2,3,5', '2,3'],
  ['2,3,5,12', '2,3'],
  ['2,8', '2'],
  ['2,3,6,8', '2,3,6,8'],
  ['3,7', '3,7'],
  ['6,8', '6,8'],
  ['99', '99'],
])('VAST 3.0, 2.3.4: of the protocols %s, to the ads of a pod, which share one version, apply %s', (...row) => {
  const [protocols, expected] = row;
  const query = new Map([['protocols', protocols]]);
  const own = queryForPod(query);
  expect(own.get('protocols')).toBe(expected);
  expect(own === query).toBe(expected === protocols);
});

test('a query without protocols stays as it is', () => {
  const query = new Map([['vast', '3']]);
  expect(queryForKinds(query, ['merged'])).toBe(query);
  expect(queryForPod(query)).toBe(query);
});
