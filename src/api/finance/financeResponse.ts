import type { PageLink } from '#model/index.ts';
import type { FinanceOutcome } from '#storage/finance/financeOutcome.ts';
import { contentTypes } from '../contentTypes.ts';
import { type JsonResponse, notFound, ok, type Rejection, reject, type StreamResponse } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';

/** The response to a finance action; a rejection because of the current state is a conflict. */
export function responseOf<Value, Body, Status extends number>(
  outcome: FinanceOutcome<Value>,
  bodyOf: (value: Value) => Body,
  status: Status,
): JsonResponse<Status, Body> | Rejection<404 | 409> {
  if (outcome.type === 'missing') return notFound();
  if (outcome.type === 'refused') return reject(409, outcome.faults);
  return ok(bodyOf(outcome.value), status);
}

/** Adds to the rejection under a code the page where it can be fixed. */
export function withFixLink<Value>(outcome: FinanceOutcome<Value>, code: string, fix: PageLink): FinanceOutcome<Value> {
  if (outcome.type !== 'refused') return outcome;
  return { ...outcome, faults: outcome.faults.map((fault) => (fault.code === code ? { ...fault, fix } : fault)) };
}

export function fileResponse(
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  name: string,
  extension: keyof typeof contentTypes,
): StreamResponse<200> {
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
