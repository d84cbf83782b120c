import { expect, test } from 'vitest';
import { guessColumns } from './guessColumns.ts';

test('headings of common reports are recognized, each once', () => {
  expect(guessColumns(['Date', 'Advertiser name', 'Requests', 'Paid impressions', 'Clicks', 'Revenue (USD)'])).toEqual({
    day: 'Date',
    object: 'Advertiser name',
    imps: 'Paid impressions',
    revenue: 'Revenue (USD)',
    clicks: 'Clicks',
    reqs: 'Requests',
  });
  expect(guessColumns(['x', 'y'])).toMatchObject({ day: '', object: '', imps: '' });
});
