import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { type JsonResponse, notFound, ok, type Rejection } from '../route.ts';

/** The response to a write of one row: the row as it is now, or the rejection. */
export function responseOfWrite<Row>(outcome: WriteOutcome<Row>): JsonResponse<200, Row> | Rejection<404 | 409 | 422> {
  if (outcome.type === 'done') return ok(outcome.row);
  return outcome.type === 'missing' ? notFound() : rejectFaults(outcome.faults);
}
