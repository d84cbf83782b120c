import { buildFuzzRequest, type FuzzRequest } from './buildFuzzRequest.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { sendRaw, type RawResponse } from './sendRaw.ts';

/** Result of random requests. */
export interface FuzzResult {
  sent: number;
  /** Number of requests by status of the response; 0 = the connection was closed without one. */
  statuses: Map<number, number>;
  /** Requests with a response of 500 or more, with the response. */
  faults: string[];
  /** Complete requests without a response. */
  unanswered: string[];
}

/** Milliseconds until a request is abandoned: the server waits for the rest of incomplete ones. */
const timeoutsMs = { complete: 60_000, incomplete: 250 } as const;
/** The run ends early after this many findings. */
const maxFindings = 200;
/** Sign-ins are limited by address: other calls of the test come from another one. */
const localAddress = '127.0.0.2';

/**
 * Sends random requests, some at a time. The same seed sends the same requests as long as the test data are the same.
 */
export async function runFuzz(
  world: FuzzWorld,
  { seed, requests, inFlight }: { seed: number; requests: number; inFlight: number },
): Promise<FuzzResult> {
  const result: FuzzResult = { sent: 0, statuses: new Map(), faults: [], unanswered: [] };
  const { statuses, faults, unanswered } = result;
  const sendOneByOne = async () => {
    while (result.sent < requests && faults.length + unanswered.length < maxFindings) {
      const number = result.sent;
      result.sent += 1;
      const request = buildFuzzRequest(world, seed, number);
      const port = request.side === 'ads' ? world.adsPort : world.consolePort;
      const timeoutMs = request.isComplete ? timeoutsMs.complete : timeoutsMs.incomplete;
      const answer = await sendRaw(request.bytes, request.method, { port, localAddress, timeoutMs });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.statuses.some((status) => status >= 500)) faults.push(describe(number, request, answer));
      else if (request.isComplete && answer.outcome === 'timeout') unanswered.push(describe(number, request, answer));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sendOneByOne));
  return result;
}

/** A reproducible finding: the beginning of the request and of the response body. */
function describe(number: number, { side, bytes }: FuzzRequest, { status, text }: RawResponse): string {
  const [, body = ''] = text.split('\r\n\r\n');
  const request = JSON.stringify(bytes.toString('latin1', 0, 1500));
  return `request ${number} at ${side}: ${status} ${body.slice(0, 200)} to ${bytes.length} bytes ${request}`;
}
