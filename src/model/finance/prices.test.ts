import { expect, test } from 'vitest';
import { pricesAt, priceVersions } from './prices.ts';

const current = { priceReq: '0.003', priceImp: '0.05', priceDsp: 10, pricePostbid: '0.00' };
const change = (at: string, ...fields: [string, unknown, unknown][]) => ({
  at,
  fields: fields.map(([field, from, to]) => ({ field, from, to })),
});

test('versions are derived from current prices and their changes', () => {
  const changes = [
    change('2026-01-01T00:00:00Z', ['priceReq', null, '0.001'], ['name', null, 'x']),
    change('2026-02-01T00:00:00Z', ['priceReq', '0.001', '0.002'], ['priceDsp', 5, 10]),
    change('2026-03-15T10:30:00Z', ['priceReq', '0.002', '0.003']),
  ];
  const versions = priceVersions(current, changes);
  expect(versions.map(({ prices }) => [prices.priceReq, prices.priceDsp])).toEqual([
    ['0.001', 5],
    ['0.002', 10],
    ['0.003', 10],
  ]);
  const at = (text: string) => pricesAt(versions, text).priceReq;
  expect(at('2025-01-01T00:00:00Z')).toBe('0.001');
  expect(at('2026-02-01T00:00:00Z')).toBe('0.002');
  expect(at('2026-03-15T10:29:59Z')).toBe('0.002');
  expect(at('2026-03-15T10:30:00Z')).toBe('0.003');
});

test('without a log of the beginning, the prices before the first change apply from the start', () => {
  expect(priceVersions(current, [])).toEqual([{ prices: current, change: null }]);
  const [first, second] = priceVersions(current, [change('2026-02-01T00:00:00Z', ['priceImp', '0.04', '0.05'])]);
  expect(first).toEqual({ prices: { ...current, priceImp: '0.04' }, change: null });
  expect(second?.prices).toEqual(current);
});
