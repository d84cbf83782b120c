import { expect, test } from 'vitest';
import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';
import { summaryOf } from './summaryOf.ts';

function buildChange(overrides: Partial<RecordedChange>): RecordedChange {
  return { action: 'updated', entity: 'demand', rowId: 7, name: 'Acme', fields: [], ...overrides };
}

test.each([
  ['Demand account “Acme”: Request CPM', buildChange({ fields: [{ field: 'priceReq', from: '1.00', to: '2.00' }] })],
  [
    'New: Settlement “Acme, Ads Ltd, May 2026”: 12.50 USD',
    buildChange({
      ...{ action: 'created', entity: 'settlement', rowId: null, name: 'Acme, Ads Ltd, May 2026' },
      fields: [
        { field: 'itemKind', from: null, to: 'advertiser' },
        { field: 'payment', from: null, to: '12.50' },
      ],
    }),
  ],
  [
    'Remove: Adjustment “Acme, May 2026”: -3 USD',
    buildChange({
      ...{ action: 'deleted', entity: 'adjustment', name: 'Acme, May 2026' },
      fields: [{ field: 'amount', from: '-3', to: null }],
    }),
  ],
  [
    'Invoice INV-1: 0 USD → 100 USD',
    buildChange({
      ...{ entity: 'invoice', name: 'Invoice INV-1' },
      fields: [{ field: 'collected', from: '0', to: '100' }],
    }),
  ],
  ['New: User “Ann”', buildChange({ action: 'created', entity: 'user', rowId: null, name: 'Ann' })],
  [
    'Invoice settings “Invoices”: bank details',
    buildChange({ entity: 'invoiceSettings', name: 'Invoices', fields: [{ field: 'bank', from: '', to: 'x' }] }),
  ],
])('a summary reads: %s', (text, change) => {
  expect(summaryOf([change])).toBe(text);
});

test('a summary of several objects names the first and their number, in 200 characters', () => {
  const change = buildChange({ name: 'x'.repeat(300) });
  expect(summaryOf([change, change])).toHaveLength(200);
  const short = buildChange({ fields: [{ field: 'priceReq', from: '1', to: '2' }] });
  expect(summaryOf([short, short, short])).toBe('Demand account “Acme”: Request CPM and 2 more');
});
