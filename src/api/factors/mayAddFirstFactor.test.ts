import { expect, test } from 'vitest';
import { mayAddFirstFactor } from './mayAddFirstFactor.ts';

const now = new Date('2026-03-01T12:00:00Z');
const session = {
  ...{ user: { hasPassword: false }, admin: null, hasFactor: false, isOfProvider: true },
  createdAt: '2026-03-01T11:50:00Z',
};

test('a person from an identity provider without a password may, for ten minutes', () => {
  expect(mayAddFirstFactor(session, now)).toBe(true);
  expect(mayAddFirstFactor({ ...session, createdAt: '2026-03-01T11:49:59Z' }, now)).toBe(false);
});

test.each([
  ['with a password', { user: { hasPassword: true } }],
  ['with a factor', { hasFactor: true }],
  ['whose session is not of a provider', { isOfProvider: false }],
  ['as whom an admin acts', { admin: { id: 1, name: 'Anna' } }],
])('no one %s', (_who, changes) => {
  expect(mayAddFirstFactor({ ...session, ...changes }, now)).toBe(false);
});
