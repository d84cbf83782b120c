import { expect, test } from 'vitest';
import type { FieldChange } from '#model/index.ts';
import type { NewEntry } from '../entities/changeLog.ts';
import { securityEventsOf } from './securityEventsOf.ts';

const change = (field: string, from: unknown = 'a', to: unknown = 'b'): FieldChange => ({ field, from, to });

const typesOf = (action: NewEntry['action'], entity: string, fields: FieldChange[] = []) =>
  securityEventsOf({ action, entity, rowId: 7, name: 'x', demandId: 3, fields }).map(({ type }) => type);

test('ordinary changes are no security events', () => {
  for (const entity of ['tag', 'channel', 'campaign', 'deal', 'targeting', 'tooltip'])
    expect(typesOf('updated', entity, [change('name'), change('status', 1, 0)])).toEqual([]);
  expect(typesOf('updated', 'user', [change('name'), change('contacts'), change('dailyMail')])).toEqual([]);
  expect(typesOf('updated', 'demand', [change('name'), change('companyName')])).toEqual([]);
  expect(typesOf('updated', 'report', [change('mailsStopped')])).toEqual([]);
  expect(typesOf('watch', 'channel')).toEqual([]);
});

test('a change of a user has an event for each part that matters, and says that it ended sessions', () => {
  for (const entity of ['user', 'manager', 'login']) {
    expect(typesOf('created', entity, [change('login', null, 'x')])).toEqual(['userCreated']);
    const both = [change('managerRole'), change('login'), { ...change('password', null, null), isSecret: true }];
    expect(typesOf('updated', entity, both)).toEqual(['userRights', 'passwordChanged', 'sessionsEnded']);
    expect(typesOf('status', entity, [change('status', 1, 2)])).toEqual(['userStatus', 'sessionsEnded']);
    expect(typesOf('status', entity, [change('status', 0, 1)])).toEqual(['userStatus']);
  }
});

test('changes of accounts, roles, settings and finance are events with their fields', () => {
  expect(typesOf('updated', 'demand', [change('priceImp'), change('status', 1, 0)])).toEqual([
    'pricesChanged',
    'accountStatus',
    'sessionsEnded',
  ]);
  expect(typesOf('updated', 'role', [change('permissions')])).toEqual(['roleChanged']);
  expect(typesOf('updated', 'config', [change('postbidMaxImps')])).toEqual(['platformChanged']);
  expect(typesOf('created', 'settlement')).toEqual(['payoutRecorded']);
  expect(typesOf('updated', 'report', [change('schedule')])).toEqual(['reportScheduled']);
  expect(typesOf('export', 'report')).toEqual(['reportExported']);
  expect(typesOf('export', 'tag')).toEqual(['listExported']);
  const entry: NewEntry = { action: 'deleted', entity: 'pricePlan', rowId: 7, name: 'x', demandId: null };
  expect(securityEventsOf({ ...entry, fields: [change('note')] })).toEqual([
    {
      type: 'pricesChanged',
      outcome: 'done',
      demandId: null,
      subject: { entity: 'pricePlan', id: 7, name: 'x' },
      details: { changes: [change('note')] },
    },
  ]);
});
