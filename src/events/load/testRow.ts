import { isMoneyMeasure, measures, type HitVerdict } from '#model/index.ts';
import type { EventRecord, TestRecord } from '../record/records.ts';
import { eventRow, serveRow, type FactRow } from './factRows.ts';

const amounts = measures.filter(isMoneyMeasure);

/**
 * Converts a test request, or a hit on one of its ads, to its row: that of a live one without amounts. `judge` decides
 * whether a hit is the first.
 */
export function testRow({ record }: TestRecord, judge: (hit: EventRecord) => HitVerdict): FactRow {
  if (record.type === 'serve') return withoutAmounts(serveRow(record));
  const { isTest: _isTest, ...payload } = record.payload;
  const hit: EventRecord = { ...record, payload };
  return withoutAmounts(eventRow(hit, judge(hit)));
}

/** A row without revenue, cost and fees: nothing of a test is earned or owed. */
export function withoutAmounts(row: FactRow): FactRow {
  const counted = { ...row };
  for (const amount of amounts) delete counted[amount];
  return counted;
}
