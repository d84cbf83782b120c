import { expect, test } from 'vitest';
import type { UserRow } from '#model/index.ts';
import type { ValidSession } from '#storage/logins/sessionStore.ts';
import { isPrivileged, needsFactor, requiresFactor } from './requiresFactor.ts';

const person = (values: Partial<UserRow>) =>
  ({ type: 'demand', managerId: null, managerRole: 'full', ...values }) as unknown as UserRow;
const admin = person({ type: 'admin' });
const finance = person({ managerId: 1, managerRole: 'finance' });
const trafficker = person({ managerId: 1, managerRole: 'trafficker' });
const owner = person({});

test('admins and finance managers are privileged', () => {
  expect([admin, finance, trafficker, owner].map(isPrivileged)).toEqual([true, true, false, false]);
});

test.each([
  ['optional', [false, false, false, false]],
  ['admins', [true, true, false, false]],
  ['all', [true, true, true, true]],
] as const)('SECOND_FACTOR=%s', (SECOND_FACTOR, expected) => {
  const required = [admin, finance, trafficker, owner].map((user) =>
    requiresFactor({ SECOND_FACTOR }, { user, admin: null, isFactorRequired: false }),
  );
  expect(required).toEqual(expected);
});

test('an account requires it of its own users, not of an admin who acts as one', () => {
  const optional = { SECOND_FACTOR: 'optional' } as const;
  const acting = { id: 1, name: 'Admin' };
  expect(requiresFactor(optional, { user: owner, admin: null, isFactorRequired: true })).toBe(true);
  expect(requiresFactor(optional, { user: owner, admin: acting, isFactorRequired: true })).toBe(false);
  expect(requiresFactor({ SECOND_FACTOR: 'admins' }, { user: owner, admin: acting, isFactorRequired: false })).toBe(
    true,
  );
});

test('a session of an identity provider needs none', () => {
  const session = (isOfProvider: boolean) =>
    ({ user: owner, admin: null, hasFactor: false, isFactorRequired: true, isOfProvider }) as ValidSession;
  expect([false, true].map((is) => needsFactor({ SECOND_FACTOR: 'all' }, session(is)))).toEqual([true, false]);
});
