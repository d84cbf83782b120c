import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '#engine/auction/auctions.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { Decision } from '#engine/auction/types.ts';
import { callResultOf, tracedSetting, type ReplaySetting } from '#engine/replay/tracedSetting.ts';
import { isReplayable, type TraceAuction, type TraceBody } from '#model/index.ts';

/**
 * Replays a traced auction. With the configuration of the trace the decision is the same; with another one, calls that
 * were not made then have no response. Returns null if there was no auction, or a reply was not stored completely.
 * Proves that a trace has all inputs of its auction.
 */
export function replayTrace(body: TraceBody, setting: ReplaySetting): Decision | null {
  const { auction } = body;
  if (!auction || !isReplayable(body)) return null;
  let step = startAuctions([tracedSetting(auction, setting)], auction.startedAt);
  const bidRequests = new Map<number, ImpRequest>();
  recordRequests(bidRequests, step);
  for (const { atMs, call } of auction.inputs) {
    if (step.decisions) break;
    const input = inputOf(auction, bidRequests, call, auction.startedAt + atMs);
    if (!input) continue;
    step = stepAuctions(step.state, input);
    recordRequests(bidRequests, step);
  }
  // Calls without a response time out, at the latest at the channel's deadline.
  for (let at = wakeOf(step); !step.decisions && at !== null; at = wakeOf(step)) {
    step = stepAuctions(step.state, { kind: 'clock', now: at });
    recordRequests(bidRequests, step);
  }
  return step.decisions?.[0] ?? null;
}

function recordRequests(bidRequests: Map<number, ImpRequest>, { effects }: RequestStep): void {
  for (const effect of effects) {
    if (effect.kind === 'bids')
      for (const bidRequest of effect.impRequests) bidRequests.set(bidRequest.callId, bidRequest);
  }
}

function inputOf(
  { calls }: TraceAuction,
  bidRequests: ReadonlyMap<number, ImpRequest>,
  index: number | null,
  now: number,
): RequestInput | null {
  if (index === null) return { kind: 'clock', now };
  const call = calls[index];
  if (!call) return null;
  const reply = callResultOf(call);
  if (call.kind === 'tag') return { kind: 'reply', now, callId: call.callIds[0] ?? 0, reply };
  const answered = call.callIds.flatMap((callId) => bidRequests.get(callId) ?? []);
  return answered.length === 0 ? null : { kind: 'bids', now, impRequests: answered, reply };
}

function wakeOf({ effects }: RequestStep): number | null {
  const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : []));
  return wakes.length === 0 ? null : Math.min(...wakes);
}
