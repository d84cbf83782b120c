import { expect, test } from 'vitest';
import { boundDetails } from './boundDetails.ts';
import { canonicalJson, hashOfEvent } from './hashOfEvent.ts';

const event = {
  ...{ seq: 1, at: '2026-03-01T00:00:00.000Z', type: 'signIn', outcome: 'done' as const },
  ...{ userId: 7, userName: 'Ann', userLogin: 'ann', userType: 'demand', adminId: null, adminName: null, demandId: 3 },
  ...{ keyId: null, ip: '192.0.2.1', userAgent: 'x', requestId: 'r', subjectEntity: null, subjectId: null },
  ...{ subjectName: '', details: { b: 1, a: [null, 'é'] }, previousHash: '' },
};

test('the hash of a version of the form never changes', () => {
  expect(hashOfEvent(event)).toBe('66f5fe9fb379fb901a9ce46aa9548928bb42af3fc39389f461cae51b4c0ba282');
  expect(hashOfEvent({ ...event, details: { a: [null, 'é'], b: 1 } })).toBe(hashOfEvent(event));
});

test('each field is part of the hash', () => {
  const hashes = Object.keys(event).map((field) => hashOfEvent({ ...event, [field]: 'changed' }));
  expect(new Set([...hashes, hashOfEvent(event)]).size).toBe(Object.keys(event).length + 1);
});

test('canonical JSON sorts the keys of objects at every level', () => {
  expect(canonicalJson({ b: { d: 1, c: [{ f: 1, e: 2 }] }, a: null })).toBe(
    '{"a":null,"b":{"c":[{"e":2,"f":1}],"d":1}}',
  );
});

test('details are shortened, and as a whole replaced when they are long', () => {
  expect(boundDetails({ text: 'x'.repeat(400), gone: undefined, big: 5n })).toEqual({
    text: `${'x'.repeat(300)}…`,
    big: '5',
  });
  expect(boundDetails({ list: Array.from({ length: 100 }, (_, index) => index) })).toMatchObject({
    list: { length: 30 },
  });
  expect(boundDetails({ list: Array.from({ length: 30 }, () => 'x'.repeat(300)) })).toEqual({ isShortened: true });
});
