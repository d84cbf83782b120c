import { describe, expect, test } from 'vitest';
import type { LogRow } from '#api/log/logContract.ts';
import { exportFormats } from '#model/reports/reportFiles.ts';
import { loggedFields } from './loggedFields.ts';
import { authorName, changeText, isOneSided, listChange, summaryOf, valueText } from './logText.ts';

function buildEntry(overrides: Partial<LogRow> = {}): LogRow {
  return {
    id: 1,
    at: '2026-03-01T12:00:00.000Z',
    demandId: 1,
    accountName: 'Acme',
    userId: 2,
    userName: 'Ann',
    adminName: null,
    approvedByName: null,
    action: 'updated',
    entity: 'tag',
    rowId: 3,
    name: 'Pre-roll',
    fields: [],
    ip: '192.0.2.1',
    source: 'console',
    requestId: 'r',
    revertOf: null,
    batch: null,
    canRevert: true,
    names: { advertiser: { 4: 'Northwind' } },
    ...overrides,
  };
}

describe('changes as text', () => {
  test.each([
    ['rate', '2.50', '3.1', 'Rate: $2.50 → $3.1'],
    ['status', 1, 2, 'Status: Active → Archived'],
    ['advertiserId', 4, 5, 'Advertiser: Northwind → #5'],
    ['timeoutMs', null, 1500, 'Timeout: empty → 1,500 ms'],
    ['name', 'a'.repeat(60), '', `Name: ${'a'.repeat(39)}… → empty`],
    ['members', { count: 1200 }, { count: 1205, added: 6, removed: 1 }, 'Members: 1,200 → 1,205 (+6 −1)'],
    ['removed', 1, { deep: true }, 'removed: 1 → { "deep": true }'],
  ])('“%s” from %j to %j reads “%s”', (field, from, to, text) => {
    expect(changeText(buildEntry(), { field, from, to }, 0)).toBe(text);
  });

  test('lists show added and removed items, secrets and contacts only that they changed', () => {
    const list = buildEntry({ entity: 'appList' });
    expect(changeText(list, { field: 'items', from: ['a', 'b'], to: ['b', 'c', 'd'] }, 0)).toMatch(/: \+2 −1$/);
    expect(changeText(list, { field: 'items', from: null, to: ['a'] }, 0)).toMatch(/: \+1$/);
    expect(listChange(['a'], [{ id: 1 }])).toBeNull();
    const user = buildEntry({ entity: 'user' });
    expect(changeText(user, { field: 'password', from: null, to: null, isSecret: true }, 0)).toBe('Password changed');
    expect(changeText(user, { field: 'contacts', from: [], to: [{ type: 'general' }] }, 0)).toBe('Contacts changed');
  });

  test('at most three changes are listed', () => {
    const fields = ['rate', 'rate', 'rate', 'rate', 'rate'].map((field) => ({ field, from: '1.00', to: '2.00' }));
    expect(summaryOf(buildEntry({ fields }), 0)).toMatch(/^Rate: .* · 2 more$/);
    expect(summaryOf(buildEntry({ fields, action: 'created' }), 0)).toBe('5 fields set');
    const made = [...fields, { field: 'name', from: null, to: '' }, { field: 'url', from: null, to: '' }];
    expect(summaryOf(buildEntry({ fields: made, action: 'created' }), 0)).toBe('5 fields set');
    expect(summaryOf(buildEntry({ action: 'login' }), 0)).toBe('');
    expect(summaryOf(buildEntry({ entity: 'report', action: 'created' }), 0)).toBe('');
  });

  test('exports of reports show their form and schedule by label, without a value before', () => {
    const exported = buildEntry({
      action: 'export',
      entity: 'report',
      fields: [
        { field: 'saveAs', from: null, to: 'csv' },
        { field: 'schedule', from: null, to: 'Daily 08:00 UTC' },
        { field: 'ivt', from: null, to: true },
      ],
    });
    expect(summaryOf(exported, 0)).toBe('Saved as: CSV file · Schedule: Daily 08:00 UTC · Post-bid verification: Yes');
    expect(isOneSided(exported)).toBe(true);
    const snapshot = buildEntry({ ...exported, fields: [{ field: 'saveAs', from: null, to: 'rows' }] });
    expect(summaryOf(snapshot, 0)).toBe('Saved as: Snapshot');
  });

  test('every way to save a report, and every file format, has a label', () => {
    const forms = ['definition', 'rows', 'file', ...exportFormats];
    expect(loggedFields['saveAs']?.choices?.map(({ value }) => value)).toEqual(forms);
  });

  test('changes of a report’s schedule show both values', () => {
    const scheduled = buildEntry({
      entity: 'report',
      fields: [{ field: 'schedule', from: null, to: 'Daily 08:00 UTC; CSV' }],
    });
    expect(summaryOf(scheduled, 0)).toBe('Schedule: empty → Daily 08:00 UTC; CSV');
  });

  test('failed sign-ins show their number or the reached limit, and that no user was signed in', () => {
    const failed = (to: unknown) =>
      buildEntry({
        action: 'loginFailed',
        entity: 'user',
        userName: null,
        fields: [{ field: 'attempts', from: null, to }],
      });
    expect(summaryOf(failed(1), 0)).toBe('1 attempt');
    expect(summaryOf(failed(1000), 0)).toBe('1,000 attempts');
    const limit = '50 failed sign-ins with one login in 15 minutes';
    const refused = buildEntry({
      action: 'loginRefused',
      userName: null,
      fields: [{ field: 'limit', from: null, to: limit }],
    });
    expect(summaryOf(refused, 0)).toBe(limit);
    expect(authorName(refused)).toBe('Not signed in');
    expect(authorName(buildEntry({ userName: null }))).toBe('System');
    expect([refused, failed(1), buildEntry()].map(isOneSided)).toEqual([true, true, false]);
  });

  test('an instant is shown in the user’s zone', () => {
    const field = { kind: 'instant', label: 'Last login' } as never;
    expect(valueText(field, '2026-03-01T23:30:00.000Z', { names: {}, timezone: 2 })).toBe('2026-03-02 01:30');
  });
});
