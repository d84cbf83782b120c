import type { FactRow } from './factRows.ts';
import type { ServeRecord } from '../record/records.ts';

/** Counts requests that offered deals. */
export interface DealSums {
  add(record: ServeRecord): void;
  /** One row per minute, supplier and deal, in the order of first appearance, with the latest terms. */
  rows(): FactRow[];
}

const minuteMs = 60_000;

/** Creates empty sums. */
export function createDealSums(): DealSums {
  const rows = new Map<string, FactRow & { calls: number }>();
  return {
    add({ at, origin, deals = [] }) {
      const { demandId, supplierId = 0 } = origin;
      const minute = Math.floor(at / minuteMs) * minuteMs;
      for (const { deal, terms } of deals) {
        const key = `${minute} ${demandId} ${supplierId} ${deal}`;
        let row = rows.get(key);
        if (!row) {
          row = { at: minute, kind: 'offer', verdict: 'counted', demandId, supplierId, deal, calls: 0 };
          rows.set(key, row);
        }
        row.calls += 1;
        if (terms) row.observations = JSON.stringify(terms);
      }
    },
    rows: () => [...rows.values()],
  };
}
