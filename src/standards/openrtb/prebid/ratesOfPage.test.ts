import { expect, test } from 'vitest';
import { ratesOfPage, type PageRateTable } from './ratesOfPage.ts';

test.each<[string, PageRateTable, Record<string, number>]>([
  ['from the dollar', { USD: { EUR: 0.8, JPY: 160 } }, { EUR: 1.25, JPY: 0.00625 }],
  ['to the dollar', { EUR: { USD: 1.25 } }, { EUR: 1.25 }],
  ['by a currency that has rates to both', { GBP: { USD: 1.25, EUR: 1 } }, { GBP: 1.25, EUR: 1.25 }],
  ['from the dollar first', { EUR: { USD: 2 }, USD: { EUR: 0.8 }, GBP: { USD: 9, EUR: 1 } }, { EUR: 1.25, GBP: 9 }],
  ['to the dollar before any other', { GBP: { USD: 9, EUR: 1 }, EUR: { USD: 2 } }, { EUR: 2, GBP: 9 }],
  ['of none that leads to the dollar', { GBP: { EUR: 1.2 } }, {}],
  ['of a dollar that is not one', { USD: { USD: 2, EUR: 0.8 } }, { EUR: 1.25 }],
])('Prebid, ext.prebid.currency.rates: rates %s', (_, table, expected) => {
  expect(Object.fromEntries(ratesOfPage(table))).toEqual({ USD: 1, ...expected });
});
