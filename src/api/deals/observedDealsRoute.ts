import type { ApiDeps } from '../deps.ts';
import { isUnready } from '../reports/runReport.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { dealsContract, type observedDealColumns, type ObservedDeal } from './dealsContract.ts';
import { readObservedDeals } from './readObservedDeals.ts';

/** The route of deals that suppliers offer and that are not set up. */
export function observedDealsRoute(deps: ApiDeps): Route {
  return implement(dealsContract.listObserved, async ({ query, user, signal }) => {
    const { q = '', supplierId, sort, page, size } = query;
    try {
      const { unknown, others } = await readObservedDeals(deps, user, { now: deps.now().getTime(), signal });
      const found = unknown.filter(
        (each) =>
          (supplierId === undefined || each.supplierId === supplierId) &&
          each.dealId.toLowerCase().includes(q.toLowerCase()),
      );
      const rows = sorted(found, sort).slice((page - 1) * size, page * size);
      return ok({ rows, total: found.length, page, size, others });
    } catch (error) {
      if (isUnready(error)) return dealsUnready;
      throw error;
    }
  });
}

/** The rejection of calls about offered deals until their table exists. */
export const dealsUnready = reject(
  503,
  [{ code: 'deals_not_ready', message: 'Offered deals are still loading. Try again in a moment', path: '' }],
  { 'retry-after': '5' },
);

function sorted(rows: readonly ObservedDeal[], sort: string): ObservedDeal[] {
  const column = sort.replace(/^-/, '') as (typeof observedDealColumns)[number];
  const direction = sort.startsWith('-') ? -1 : 1;
  const valueOf = (row: ObservedDeal) => (column === 'supplier' ? row.supplierName.toLowerCase() : row[column]);
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return rows.toSorted(
    (a, b) => compare(valueOf(a), valueOf(b)) * direction || compare(a.dealId, b.dealId) || a.supplierId - b.supplierId,
  );
}
