import { expect, test } from 'vitest';
import { userTypes } from '#model/index.ts';
import { roleLabel } from './roleLabel.ts';

test('the super admin is told apart from other admins', () => {
  expect(roleLabel({ role: 'super', type: 'admin' }, userTypes)).toBe('Super admin');
  expect(roleLabel({ role: 'admin', type: 'admin' }, userTypes)).toBe('Admin');
  expect(roleLabel({ role: 'sub', type: 'sub' }, userTypes)).toBe('Sub-publisher');
});
