import { expect, test } from 'vitest';
import { shownApprovers } from './shownApprovers.ts';

test('accounts see super admins who approve as one operator, admins see their names', () => {
  const ann = { id: 1, name: 'Ann', type: 'admin' as const };
  const ben = { id: 2, name: 'Ben', type: 'admin' as const };
  const owner = { id: 3, name: 'Owner', type: 'demand' as const };
  expect(shownApprovers([ann, ben], { type: 'admin' }).map(({ id }) => id)).toEqual([1, 2]);
  expect(shownApprovers([ann, ben], { type: 'demand' })).toEqual([{ id: null, name: 'The operator' }]);
  expect(shownApprovers([owner], { type: 'demand' })).toEqual([{ id: 3, name: 'Owner' }]);
});
