import { expect, test } from 'vitest';
import type { UserType } from '#model/index.ts';
import { letsIn, type Guard } from './guards.ts';

const types: UserType[] = ['admin', 'demand', 'sub', 'adv', 'sdk'];

test.each<[Guard, UserType[]]>([
  ['admin', ['admin']],
  ['demand', ['demand']],
  ['auth', types],
  ['open', types],
])('[GUARD-01] the %s guard lets in %j', (guard, allowed) => {
  expect(types.filter((type) => letsIn(guard, { type }))).toEqual(allowed);
});

test('[GUARD-01] somebody who is signed out passes open pages alone', () => {
  expect((['open', 'auth', 'admin', 'demand'] as const).filter((guard) => letsIn(guard, null))).toEqual(['open']);
});
