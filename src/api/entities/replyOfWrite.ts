import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { type JsonReply, notFound, ok, type Refusal } from '../route.ts';

/** The reply to a write of one row: the row as it is now, or the refusal. */
export function replyOfWrite<Row>(outcome: WriteOutcome<Row>): JsonReply<200, Row> | Refusal<404 | 409 | 422> {
  if (outcome.type === 'done') return ok(outcome.row);
  return outcome.type === 'missing' ? notFound() : refuseFaults(outcome.faults);
}
