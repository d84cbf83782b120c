import type { FinanceOutcome } from '#storage/finance/financeOutcome.ts';
import { notFound, ok, refuse, type Reply } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';

/** The answer to an act: what is refused as things stand is a conflict. */
export function replyOf<Value, Status extends number>(
  outcome: FinanceOutcome<Value>,
  answerOf: (value: Value) => unknown,
  status: Status,
): Reply<Status | 404 | 409> {
  if (outcome.type === 'missing') return notFound();
  if (outcome.type === 'refused') return refuse(409, outcome.faults);
  return ok(answerOf(outcome.value), status);
}

/** Types of the files. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A download. */
export function fileReply(
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  name: string,
  extension: keyof typeof contentTypes,
): Reply<200> {
  return {
    status: 200,
    stream: typeof content === 'string' || content instanceof Uint8Array ? once(content) : content,
    headers: {
      'content-type': contentTypes[extension],
      'content-disposition': attachmentHeader(name, extension),
    },
  };
}

async function* once(content: string | Uint8Array): AsyncIterable<string | Uint8Array> {
  yield content;
}
