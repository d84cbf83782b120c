import { expect, test } from 'vitest';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import type { FactorOfSession } from '../session/callerOf.ts';
import { factorRejection } from './factorRejection.ts';

const now = new Date('2026-03-01T12:00:00Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

function codeOf(
  route: Pick<RouteDeclaration, 'isForEnrolment' | 'confirmation'>,
  factor: Partial<FactorOfSession>,
  query: unknown = {},
): string | undefined {
  const known = { hasFactor: true, isMissing: false, confirmedAt: null, mayAddFirst: false, ...factor };
  return factorRejection(route, { query }, known, now)?.problem.code;
}

test('a confirmation is valid for ten minutes', () => {
  const route = { confirmation: { of: 'all' } } as const;
  expect(codeOf(route, { confirmedAt: before(10) })).toBeUndefined();
  expect(codeOf(route, { confirmedAt: before(10.1) })).toBe('confirmation_required');
  expect(codeOf(route, {})).toBe('confirmation_required');
  expect(codeOf({}, {})).toBeUndefined();
});

test('a route can need it only of those who have a second factor, and not with a value of its query', () => {
  expect(codeOf({ confirmation: { of: 'factorHolders' } }, { hasFactor: false })).toBeUndefined();
  expect(codeOf({ confirmation: { of: 'factorHolders' } }, {})).toBe('confirmation_required');
  const route = { confirmation: { of: 'all', exceptQuery: { type: 'admin' } } } as const;
  expect(codeOf(route, {}, { type: 'admin' })).toBeUndefined();
  for (const query of [{ type: 'user' }, { type: ['admin', 'user'] }, {}, undefined, 'admin'])
    expect(codeOf(route, {}, query)).toBe('confirmation_required');
});

test('a person who lacks a required factor may only call what adds one', () => {
  expect(codeOf({}, { isMissing: true, confirmedAt: before(1) })).toBe('second_factor_required');
  expect(codeOf({ isForEnrolment: true }, { isMissing: true })).toBeUndefined();
});

test('a person who may add the first factor without a confirmation may do nothing else without it', () => {
  const confirmation = { of: 'all' } as const;
  expect(codeOf({ isForEnrolment: true, confirmation }, { mayAddFirst: true })).toBeUndefined();
  expect(codeOf({ confirmation }, { mayAddFirst: true })).toBe('confirmation_required');
});
