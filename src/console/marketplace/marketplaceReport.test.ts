import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { guardStorage } from '../lib/storage.ts';
import { readSearch } from '../pages/reports/builder/url/reportSearch.ts';
import { resolveReport } from '../pages/reports/builder/url/resolveReport.ts';
import { marketplaceReport, storedReport, storeReport } from './marketplaceReport.ts';

const today = '2026-11-21';

test('[HELP-01] it is today’s report by marketplace, highest revenue first, without errors or limit', () => {
  const viewer = buildViewer({ timezone: 3 });
  const search = readSearch(marketplaceReport, viewer, today);
  expect(search).toMatchObject({
    range: { from: today, to: today },
    title: 'Marketplace Report',
    view: 'table',
    hideErrors: true,
  });
  expect(resolveReport(search, viewer)).toMatchObject({
    body: {
      startDate: today,
      endDate: today,
      offset: 3,
      dimensions: ['marketplace_name'],
      metrics: ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'],
      sort: [{ key: 'rev_m', dir: 'desc' }],
      filters: [],
      limit: null,
    },
    omissions: [],
  });
});

test('a stored report is restored, and a malformed one is ignored', () => {
  const items = new Map<string, string>();
  const storage = guardStorage(
    () =>
      ({
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
      }) as Storage,
  );
  expect(storedReport(storage)).toBeNull();
  expect(storeReport(marketplaceReport, storage)).toBe(true);
  expect(storedReport(storage)).toEqual(marketplaceReport);
  for (const bad of ['{', '3', '{"dims":3}', 'null']) {
    for (const key of items.keys()) items.set(key, bad);
    expect(storedReport(storage)).toBeNull();
  }
});
