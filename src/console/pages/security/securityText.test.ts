import { expect, test } from 'vitest';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import { actorName, detailLines, subjectText, typeLabel } from './securityText.ts';

function buildEvent(part: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    ...{ seq: 1, at: '2026-03-01T00:00:00.000Z', type: 'userRights', outcome: 'done', userId: 7, userName: 'Ann' },
    ...{ userLogin: 'ann', userType: 'demand', adminId: null, adminName: null, isOperator: false, demandId: 3 },
    ...{
      accountName: 'Acme',
      keyId: null,
      keyName: null,
      ip: '192.0.2.1',
      userAgent: 'x',
      requestId: 'r',
      subject: null,
    },
    ...{ details: {}, previousHash: null, hash: null },
    ...part,
  };
}

test('programs, people without a session and the system have names', () => {
  expect(actorName(buildEvent())).toBe('Ann');
  const noUser = { userId: null, userName: null };
  expect(actorName(buildEvent({ ...noUser, keyId: 'token' }))).toBe('API token');
  expect(actorName(buildEvent({ ...noUser, keyId: '3', keyName: 'CI' }))).toBe('CI (API key)');
  expect(actorName(buildEvent({ ...noUser, type: 'signIn' }))).toBe('Not signed in');
  expect(actorName(buildEvent({ ...noUser, type: 'logPruned', requestId: '' }))).toBe('System');
});

test('changes are written in the words of their fields, without empty ones', () => {
  const changes = [
    { field: 'managerRole', from: 'readonly', to: 'finance' },
    { field: 'password', from: null, to: null, isSecret: true },
    { field: 'scopeAdvertiserIds', from: null, to: [] },
  ];
  const event = buildEvent({ subject: { entity: 'manager', id: 9, name: 'Mia' }, details: { changes, count: 1200 } });
  expect(subjectText(event)).toBe('Manager Mia');
  expect(detailLines(event, 0)).toEqual([
    { label: 'Role', value: 'Read-only: views everything → Finance: partners and reports' },
    { label: 'Password', value: 'changed' },
    { label: 'Repetitions', value: '1,200' },
  ]);
});

test('a type of a later release has its code as its label', () => {
  expect(typeLabel('signIn')).toBe('Sign-in');
  expect(typeLabel('toString')).toBe('toString');
});
