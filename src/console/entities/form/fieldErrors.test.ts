import { expect, test } from 'vitest';
import { demandAccount, subpublisher, type Entity } from '#model/index.ts';
import { fieldErrors, fixOfField } from './fieldErrors.ts';

const account = demandAccount as unknown as Entity;

const fault = (path: string, message: string) => ({ code: 'invalid', path, message });

test('a field shows its first fault', () => {
  const errors = fieldErrors(account, [fault('name', 'Required'), fault('name', 'Too short')], {});
  expect([...errors]).toEqual([['name', { type: 'invalid', message: 'Required' }]]);
});

test('a fault carries the link to where it can be fixed', () => {
  const fix = { label: 'Open advertiser', href: '/advertisers?open=7' };
  const error = fieldErrors(account, [{ ...fault('name', 'Required'), fix }], {}).get('name');
  expect(fixOfField(error)).toEqual(fix);
  expect(fixOfField(undefined)).toBeUndefined();
});

test('every fault inside a structure is reported with its path', () => {
  const faults = [
    fault('contacts.0.contactEmail', 'Must be an e-mail address'),
    fault('contacts.2.lastName', 'Too long'),
  ];
  const errors = fieldErrors(subpublisher, faults, {});
  expect(errors.get('contacts')?.types).toEqual({
    '0.contactEmail': 'Must be an e-mail address',
    '2.lastName': 'Too long',
  });
});

test('a fault of a list item names the item', () => {
  const errors = fieldErrors(account, [fault('tagParams.1', 'Not in the expected form')], { tagParams: ['a', 'b c'] });
  expect(errors.get('tagParams')?.message).toBe('b c: Not in the expected form');
});

test('faults of no field are left to the form’s message', () => {
  expect(fieldErrors(account, [fault('', 'Too many tags'), fault('other', 'No such field')], {}).size).toBe(0);
});
