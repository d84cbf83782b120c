import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '#engine/auction/auctions.ts';
import type { Ask } from '#engine/auction/ask.ts';
import type { Decision } from '#engine/auction/types.ts';
import { replyOf, tracedSetting, type ReplaySetting } from '#engine/replay/tracedSetting.ts';
import { isReplayable, type TraceAuction, type TraceBody } from '#model/index.ts';

/**
 * Holds a traced auction again. With the configuration that decided, the decision is the same; with another, calls that
 * were not made then have no answer. null where there was no auction or a reply is not kept whole. Shows that a trace has
 * all that its auction was decided by.
 */
export function replayTrace(body: TraceBody, setting: ReplaySetting): Decision | null {
  const { auction } = body;
  if (!auction || !isReplayable(body)) return null;
  let step = startAuctions([tracedSetting(auction, setting)], auction.startedAt);
  const asks = new Map<number, Ask>();
  note(asks, step);
  for (const { atMs, call } of auction.inputs) {
    if (step.decisions) break;
    const input = inputOf(auction, asks, call, auction.startedAt + atMs);
    if (!input) continue;
    step = stepAuctions(step.state, input);
    note(asks, step);
  }
  // What was never answered runs out: at the latest at the channel's deadline.
  for (let at = wakeOf(step); !step.decisions && at !== null; at = wakeOf(step)) {
    step = stepAuctions(step.state, { kind: 'clock', now: at });
    note(asks, step);
  }
  return step.decisions?.[0] ?? null;
}

function note(asks: Map<number, Ask>, { effects }: RequestStep): void {
  for (const effect of effects) {
    if (effect.kind === 'bids') for (const ask of effect.asks) asks.set(ask.callId, ask);
  }
}

function inputOf(
  { calls }: TraceAuction,
  asks: ReadonlyMap<number, Ask>,
  index: number | null,
  now: number,
): RequestInput | null {
  if (index === null) return { kind: 'clock', now };
  const call = calls[index];
  if (!call) return null;
  const reply = replyOf(call);
  if (call.kind === 'tag') return { kind: 'reply', now, callId: call.callIds[0] ?? 0, reply };
  const answered = call.callIds.flatMap((callId) => asks.get(callId) ?? []);
  return answered.length === 0 ? null : { kind: 'bids', now, asks: answered, reply };
}

function wakeOf({ effects }: RequestStep): number | null {
  const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : []));
  return wakes.length === 0 ? null : Math.min(...wakes);
}
