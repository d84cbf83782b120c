import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/problems.ts';
import { emptyKeyForm, faultsOfKeyForm, type KeyForm, refusedFaults, requestOf } from './keyForm.ts';

const today = '2027-03-01';
const form = (values: Partial<KeyForm> = {}): KeyForm => ({
  ...emptyKeyForm(today),
  name: 'BI',
  uses: { reports: 'read' },
  ...values,
});

test('a new key works for a year', () => {
  expect(emptyKeyForm(today).lastDay).toBe('2028-03-01');
});

describe('the form of a key', () => {
  test.each<[Partial<KeyForm>, object]>([
    [{}, {}],
    [{ lastDay: '' }, {}],
    [{ lastDay: today }, {}],
    [{ name: ' ' }, { name: 'Required' }],
    [{ uses: {} }, { scopes: 'Select at least one area' }],
    [{ lastDay: '2027-02-28' }, { expiresAt: 'Must be in the future' }],
    [{ lastDay: '2027-02-31' }, { expiresAt: 'Must be a date as YYYY-MM-DD' }],
  ])('%j has the faults %j', (values, faults) => {
    expect(faultsOfKeyForm(form(values), today)).toEqual(faults);
  });

  test('is sent with scopes, and the end of the last day in the zone of the user', () => {
    const values = { uses: { reports: 'read', supply: 'write' }, lastDay: today, networks: ['192.0.2.1'] } as const;
    expect(requestOf(form({ ...values, networks: [...values.networks] }), 2)).toEqual({
      name: 'BI',
      scopes: ['reports:read', 'supply:write'],
      expiresAt: '2027-03-01T22:00:00.000Z',
      networks: ['192.0.2.1'],
    });
    expect(requestOf(form({ lastDay: '' }), 0).expiresAt).toBeNull();
  });

  test('shows what the server refused at the field', () => {
    const problem = (path: string) => ({ code: 'x', message: `wrong ${path}`, path });
    const error = new ApiError(400, 'wrong', [problem('networks.0'), problem('name'), problem('')]);
    expect(refusedFaults(error)).toEqual({ networks: 'wrong networks.0', name: 'wrong name' });
    expect(refusedFaults(new Error('lost'))).toEqual({});
  });
});
