import { expect, test } from 'vitest';
import { type Entity, exchangeRate, tag } from '#model/index.ts';
import { quickValueText, readQuickValue } from './quickValue.ts';

const entity = tag as unknown as Entity;
const row = {
  id: 1,
  version: 1,
  createdAt: '',
  updatedAt: '',
  source: 'url',
  url: 'https://ads.example/',
  startsOn: '2026-05-01',
  endsOn: null,
};
const read = (name: string, text: string) => readQuickValue(entity, row, name, text);

test('numbers are parsed as people type them', () => {
  expect(read('rate', '$2,50')).toEqual({ ok: true, value: '2.50' });
  expect(read('impsPerDay', '10,000')).toEqual({ ok: true, value: 10_000 });
  expect(read('impsPerDay', '')).toEqual({ ok: true, value: null });
});

test('values that the server would refuse are reported at once', () => {
  expect(read('rate', '')).toEqual({ ok: false, message: 'Required' });
  expect(read('rate', 'much')).toMatchObject({ ok: false });
  expect(read('rate', '5000')).toEqual({ ok: false, message: 'At most 1000' });
  expect(read('timeoutMs', '5')).toEqual({ ok: false, message: 'At least 100' });
  expect(read('name', ' ')).toEqual({ ok: false, message: 'Required' });
});

test('rules between fields apply too', () => {
  expect(read('endsOn', '2026-04-30')).toEqual({ ok: false, message: 'Must not be before the start date' });
  expect(read('endsOn', '2026-05-01')).toEqual({ ok: true, value: '2026-05-01' });
});

test('fields that lists leave out are not validated', () => {
  const partner = { ...row, integration: 'PreBid', partner: 'rubiconP' };
  expect(readQuickValue(entity, partner, 'floor', '2')).toEqual({ ok: true, value: '2' });
  expect(readQuickValue(entity, { ...row, source: 'stored' }, 'rate', '2')).toEqual({ ok: true, value: '2' });
});

test('values are formatted as text', () => {
  expect(quickValueText(exchangeRate.fields.perUsd, '157.10')).toBe('157.10');
  expect(quickValueText(tag.fields.rateModel, 'fixed')).toBe('Fixed CPM');
  expect(quickValueText(tag.fields.rate, '2.50')).toBe('$2.50');
  expect(quickValueText(tag.fields.endsOn, null)).toBe('not set');
});
