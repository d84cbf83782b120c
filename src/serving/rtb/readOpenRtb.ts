import type { IncomingMessage } from 'node:http';
import type { Fault } from '#standards/openrtb/fault.ts';
import { readBidRequest, type ReadOptions } from '#standards/openrtb/readBidRequest.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { readBody } from './readBody.ts';

/** A bid request, or what is wrong with it and the status that says so. */
export type ReadRequest = { ok: true; request: BidRequest } | { ok: false; status: number; problems: Fault[] };

/** Reads the bid request that a message brings. Every fault is named; unknown fields are none. */
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
  return read.ok ? { ok: true, request: read.request } : { ok: false, status: 400, problems: read.faults };
}
