import type { SessionUser } from '#api/session/sessionContract.ts';
import { canUseDimension, canUseMetric, type MetricKey } from '#reports/index.ts';
import { localStore } from '../lib/browserStorage.ts';
import type { SafeStorage } from '../lib/storage.ts';

/** A report as its address would say it: what the report page reads. */
export type StoredReport = Record<string, string>;

/** In local storage: the session storage of a new tab may be empty. */
const storageKey = 'report';

const metrics: readonly MetricKey[] = ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'];

/** The marketplace report of today: a table by partner, the most revenue first, without errors and without a limit. */
export const marketReport: StoredReport = {
  name: 'Marketplace Report',
  range: 'today',
  dims: 'marketplace_name',
  metrics: metrics.join(','),
  sort: '-rev_m',
  errors: 'hide',
  view: 'table',
  // The most that one report may have.
  limit: '100000',
};

/** Whether somebody may see the marketplace report. */
export function canSeeMarketReport(user: SessionUser): boolean {
  return canUseDimension(user.role, 'marketplace_name') && metrics.every((key) => canUseMetric(user, key));
}

/** Opens the marketplace report in a new tab. */
export function openMarketReport(): void {
  storeReport(marketReport);
  window.open('/report?store=1', '_blank', 'noopener');
}

/** Leaves a report for /report?store=1. */
export function storeReport(report: StoredReport, storage: SafeStorage = localStore): boolean {
  return storage.setJson(storageKey, report);
}

/** The report that was left for /report?store=1; null when there is none. */
export function storedReport(storage: SafeStorage = localStore): StoredReport | null {
  return storage.getJson(storageKey, (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
      ? (value as StoredReport)
      : null,
  );
}
