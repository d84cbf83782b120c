import { expect, test } from 'vitest';
import { roleLabel } from './roleLabel.ts';

test('the super admin has a label of its own', () => {
  expect(roleLabel({ role: 'super', type: 'admin' })).toBe('Super admin');
  expect(roleLabel({ role: 'admin', type: 'admin' })).toBe('Admin');
  expect(roleLabel({ role: 'sub', type: 'sub' })).toBe('Sub-publisher');
});

test('managers have other labels than the owner of the account', () => {
  expect(roleLabel({ role: 'demand', type: 'demand' })).toBe('Demand');
  expect(roleLabel({ role: 'readonly', type: 'demand' })).toBe('Manager, read-only');
  expect(roleLabel({ role: 'full', type: 'demand' })).toBe('Manager, full');
  expect(roleLabel({ role: 'full', type: 'demand', customRole: { id: 1, name: 'Analyst' } })).toBe('Manager, Analyst');
});
