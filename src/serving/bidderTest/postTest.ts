import { gunzipSync } from 'node:zlib';
import type { CompiledTag } from '#engine/plan/plan.ts';
import type { BidderTestRecord } from '#model/demand/bidderTest.ts';
import type { BidPoster } from '#outbound/bidPoster.ts';
import { bidHeaders } from '#outbound/bidTargets.ts';
import type { FetchResult } from '#outbound/fetchFailure.ts';
import type { SeenHead } from '#outbound/outgoingCall.ts';
import type { BidCall } from '../imp/bidCalls.ts';

type Received = NonNullable<BidderTestRecord['received']>;

/** Maximum wait for a response, in ms: longer than an auction waits, so that the delay of a late response is known. */
const maxMs = 5000;

/** Posts a bid request. `text` is the body of a response that an auction would read; null when there is none. */
export async function postTest(
  bids: BidPoster,
  { url, posted }: BidCall,
): Promise<{ received: Received; text: string | null }> {
  const began = performance.now();
  let head: SeenHead | null = null;
  const onHead = (seen: SeenHead) => (head = seen);
  const fetched = await new Promise<FetchResult>((resolve) => {
    const abort = bids.post(url, { ...posted, onHead }, (result) => {
      clearTimeout(timer);
      resolve(result);
    });
    const timer = setTimeout(() => {
      abort();
      resolve({ ok: false, reason: 'timeout' });
    }, maxMs);
  });
  const ms = Math.round(performance.now() - began);
  const { status = null, rejectedBody = '' } = (head as SeenHead | null) ?? {};
  if (fetched.ok) return { received: { status, ms, failure: null, body: fetched.text }, text: fetched.text };
  return { received: { status, ms, failure: fetched.reason, body: rejectedBody }, text: null };
}

/** A bid request as it was sent, for people. */
export function sentOf(
  { url, posted: { body, headers } }: BidCall,
  { bidder }: CompiledTag,
  timeoutMs: number,
): NonNullable<BidderTestRecord['sent']> {
  const all = [...bidHeaders, ...headers];
  const pairs = Array.from({ length: all.length / 2 }, (_, index) => {
    return { name: all[2 * index] ?? '', value: all[2 * index + 1] ?? '' };
  });
  return {
    url,
    headers: pairs,
    body: typeof body === 'string' ? body : gunzipSync(body).toString(),
    isGzipped: typeof body !== 'string',
    currency: bidder?.currency ?? 'USD',
    timeoutMs,
  };
}
