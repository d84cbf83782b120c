import { expect, test } from 'vitest';
import { leafIdsOf } from './tree.ts';

test('each leaf of a tree is returned once, at any depth and under any number of parents', () => {
  const shared = { id: 'SG', label: 'Singapore' };
  const tree = [
    { id: 'ASIA', label: 'Asia', children: [shared, { id: 'SEA', label: 'South-East', children: [shared] }] },
    { id: 'AQ', label: 'Antarctica' },
  ];
  expect(leafIdsOf(tree)).toEqual(['SG', 'AQ']);
});
