import type { HitVerdict } from '#model/index.ts';
import { createDealSums } from '#events/load/dealSums.ts';
import { createCandidateSums, eventRow, serveRow, observedRows, type FactRow } from '#events/load/factRows.ts';
import type { CountedRecord, EventRecord } from '#events/record/records.ts';

/**
 * Rows of records in order, then the outcomes of candidates and the offers of deals, summed by minute and dimension.
 */
export function buildFactRows(records: readonly CountedRecord[], judge: (hit: EventRecord) => HitVerdict): FactRow[] {
  const candidates = createCandidateSums();
  const deals = createDealSums();
  const rows = records.flatMap((record) => {
    if (record.type === 'event') return [eventRow(record, judge(record))];
    candidates.add(record);
    deals.add(record);
    return [serveRow(record), ...observedRows(record)];
  });
  return [...rows, ...candidates.rows(), ...deals.rows()];
}
