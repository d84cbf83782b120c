import type { FinanceOutcome } from '#storage/finance/financeOutcome.ts';
import { notFound, ok, refuse, type Reply } from '../route.ts';
import { attachmentHeader } from '../savedReports/attachmentHeader.ts';

/** The answer to an act: what is refused as things stand is a conflict. */
export function replyOf<Value>(
  outcome: FinanceOutcome<Value>,
  answerOf: (value: Value) => unknown,
  status = 200,
): Reply {
  if (outcome.type === 'missing') return notFound();
  if (outcome.type === 'refused') return refuse(409, outcome.faults);
  return ok(answerOf(outcome.value), status);
}

/** A download. */
export function fileReply(content: string | Uint8Array, name: string, extension: 'csv' | 'pdf'): Reply {
  return {
    status: 200,
    stream: once(content),
    headers: {
      'content-type': extension === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8',
      'content-disposition': attachmentHeader(name, extension),
    },
  };
}

async function* once(content: string | Uint8Array): AsyncIterable<string | Uint8Array> {
  yield content;
}
