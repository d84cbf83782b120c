import { expect, test } from 'vitest';
import { leafIdsOf } from './tree.ts';

test('the leaves of a tree are named once each, however deep and under however many parents', () => {
  const shared = { id: 'SG', label: 'Singapore' };
  const tree = [
    { id: 'ASIA', label: 'Asia', children: [shared, { id: 'SEA', label: 'South-East', children: [shared] }] },
    { id: 'AQ', label: 'Antarctica' },
  ];
  expect(leafIdsOf(tree)).toEqual(['SG', 'AQ']);
});
