import type { IncomingMessage } from 'node:http';
import type { Fault } from '#standards/openrtb/fault.ts';
import { readBidRequest, type ReadOptions } from '#standards/openrtb/request/readBidRequest.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { readBody } from './readBody.ts';

/** A bid request with notes on what was corrected in it, or its problems with the HTTP status. */
export type ReadRequest =
  | { ok: true; request: BidRequest; notes: readonly Fault[] }
  | { ok: false; status: number; problems: Fault[] };

/** Reads and validates the bid request in a message's body. Reports every problem; unknown fields are accepted. */
export async function readOpenRtb(message: IncomingMessage, options: ReadOptions = {}): Promise<ReadRequest> {
  const body = await readBody(message);
  if (!body.ok) {
    const { status, code, message: text } = body;
    return { ok: false, status, problems: [{ code, message: text, path: '' }] };
  }
  let json: unknown;
  try {
    json = JSON.parse(body.text);
  } catch {
    return { ok: false, status: 400, problems: [{ code: 'invalid_json', message: 'The body is not JSON', path: '' }] };
  }
  const read = readBidRequest(json, options);
  return read.ok ? read : { ok: false, status: 400, problems: read.faults };
}
