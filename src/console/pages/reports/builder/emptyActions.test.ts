import { expect, test } from 'vitest';
import type { EmptyReason } from '#reports/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { emptyActions } from './emptyActions.ts';
import { readSearch } from './url/reportSearch.ts';
import { resolveReport } from './url/resolveReport.ts';

const today = '2026-11-21';
const viewer = buildViewer();

/** The actions for an empty report: the change of each by its button label. */
function offered(raw: Record<string, unknown>, ...reasons: Partial<EmptyReason>[]): Record<string, unknown> {
  const search = readSearch(raw, viewer, today);
  const { body } = resolveReport(search, viewer);
  const emptyReasons = reasons.map((reason) => ({ code: '', message: '', path: '', ...reason }));
  const actions = emptyActions(emptyReasons, { body, search, today });
  return Object.fromEntries(actions.map(({ label, part }) => [label, part]));
}

const f = ['site:in:a.example', 'environment:in:ctv'];
const [site, environment] = readSearch({ f }, viewer, today).filters;
const last30 = { range: { preset: 'last30', from: '2026-10-23', to: today } };

test.each([
  {
    name: 'no traffic in the range: offers the days with traffic',
    raw: { f },
    reasons: [{ code: 'no_traffic', days: { startDate: '2026-01-01', endDate: '2026-01-30' } }],
    offers: { 'Show 2026-01-01 – 2026-01-30': { range: { preset: 'custom', from: '2026-01-01', to: '2026-01-30' } } },
  },
  {
    name: 'one of the filters: offers to remove it, or all',
    raw: { f },
    reasons: [{ code: 'filter', path: 'filters.1' }],
    offers: {
      'Remove environment filter': { filters: [site] },
      'Clear filters': { filters: [] },
      'Show last 30 days': last30,
    },
  },
  {
    name: 'the only filter: offered once',
    raw: { f: [f[1]], range: 'last30' },
    reasons: [{ code: 'filter', path: 'filters.0' }],
    offers: { 'Remove environment filter': { filters: [] } },
  },
  {
    name: 'hidden errors, a filter before the others',
    raw: { dims: 'error_code', metrics: 'imps', f: [f[1]], errors: 'hide', range: 'last30' },
    reasons: [
      { code: 'filter', path: 'filters.0' },
      { code: 'filter', path: 'filters.1' },
    ],
    offers: { 'Show errors': { hideErrors: false }, 'Remove environment filter': { filters: [] } },
  },
  {
    name: 'hidden zero rows, and metric filters',
    raw: { f, having: ['reqs:gt:9'], zero: 'hide', range: 'last30' },
    reasons: [{ code: 'conditions' }, { code: 'all_zero' }],
    offers: { 'Show zero rows': { hideZero: false }, 'Clear metric filters': { having: [] } },
  },
  {
    name: 'no traffic at all: offers nothing',
    raw: { f, having: ['reqs:gt:9'] },
    reasons: [{ code: 'no_traffic_yet' }],
    offers: {},
  },
  {
    name: 'no test requests: offers live traffic',
    raw: { traffic: 'test' },
    reasons: [{ code: 'no_traffic_yet' }],
    offers: { 'Show live traffic': { traffic: 'live' } },
  },
  {
    name: 'no known reason: offers every part that narrows the report',
    raw: { f, having: ['reqs:gt:9'] },
    reasons: [],
    offers: { 'Clear filters': { filters: [] }, 'Clear metric filters': { having: [] }, 'Show last 30 days': last30 },
  },
])('$name', ({ raw, reasons, offers }) => {
  expect(environment).toBeDefined();
  expect(offered(raw, ...reasons)).toEqual(offers);
});
