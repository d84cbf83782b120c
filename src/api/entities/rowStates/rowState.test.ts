import { expect, test } from 'vitest';
import { stateFor } from './rowState.ts';

const user = { role: 'full', demandId: 1 } as const;
const state = { code: 'capped', text: 'Cap of $5.00 reached.', textWithoutMoney: 'Cap reached.', fix: 'spendPerDay' };

test('a state has no amounts, and no link to a hidden field, for users who do not see money', () => {
  expect(stateFor(state, user)).toEqual({ code: 'capped', text: 'Cap of $5.00 reached.', fix: 'spendPerDay' });
  const hiding = { ...user, hidesMoney: true as const };
  expect(stateFor(state, hiding)).toEqual({ code: 'capped', text: 'Cap reached.' });
  const other = { code: 'paused', text: 'Paused.', fix: 'status' };
  expect(stateFor(other, hiding)).toEqual(other);
});
