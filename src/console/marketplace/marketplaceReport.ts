import type { MetricKey } from '#reports/index.ts';
import { localStore } from '../lib/browserStorage.ts';
import type { SafeStorage } from '../lib/storage.ts';

/** A report as query parameters of the report page. */
export type StoredReport = Record<string, string>;

/** In local storage, as the session storage of a new tab may be empty. */
const storageKey = 'report';

const metrics: readonly MetricKey[] = ['rev_m', 'rev_md', 'imps', 'reqs', 'opps', 'fill'];

/** Today's marketplace report: a table by partner, highest revenue first, without errors and without a limit. */
export const marketplaceReport: StoredReport = {
  name: 'Marketplace Report',
  range: 'today',
  dims: 'marketplace_name',
  metrics: metrics.join(','),
  sort: '-rev_m',
  errors: 'hide',
  view: 'table',
  limit: 'none',
};

/** Opens the marketplace report in a new tab. */
export function openMarketplaceReport(): void {
  storeReport(marketplaceReport);
  window.open('/report?store=1', '_blank', 'noopener');
}

/** Stores a report for /report?store=1. Returns false when storage refuses. */
export function storeReport(report: StoredReport, storage: SafeStorage = localStore): boolean {
  return storage.setJson(storageKey, report);
}

/** Returns the report stored for /report?store=1; null when there is none. */
export function storedReport(storage: SafeStorage = localStore): StoredReport | null {
  return storage.getJson(storageKey, (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
      ? (value as StoredReport)
      : null,
  );
}
