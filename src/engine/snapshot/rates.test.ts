import { expect, test } from 'vitest';
import { ratesOf } from './rates.ts';
import { buildExchangeRate } from '#tests/support/engine/buildRows.ts';
import { applyMessage, emptySnapshot } from './snapshot.ts';

test('the dollar has a fixed rate, other currencies the configured one; paused ones have none', () => {
  const snapshot = emptySnapshot();
  expect([...ratesOf(snapshot)]).toEqual([['USD', 1]]);
  applyMessage(snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate() });
  applyMessage(snapshot, {
    type: 'row',
    entity: 'exchangeRate',
    id: 2,
    row: buildExchangeRate({ id: 2, currency: 'JPY', perUsd: '157.10', status: 0 }),
  });
  expect([...ratesOf(snapshot)]).toEqual([
    ['EUR', 1.25],
    ['USD', 1],
  ]);
});

test('rates are computed once until one changes', () => {
  const snapshot = emptySnapshot();
  applyMessage(snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate() });
  const before = ratesOf(snapshot);
  applyMessage(snapshot, { type: 'version', version: 7 });
  expect(ratesOf(snapshot)).toBe(before);
  applyMessage(snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate({ perUsd: '0.50' }) });
  expect(ratesOf(snapshot).get('EUR')).toBe(2);
  applyMessage(snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: null });
  expect(ratesOf(snapshot).has('EUR')).toBe(false);
  applyMessage(snapshot, { type: 'row', entity: 'exchangeRate', id: 1, row: buildExchangeRate() });
  applyMessage(snapshot, { type: 'reset' });
  expect([...ratesOf(snapshot)]).toEqual([['USD', 1]]);
});
