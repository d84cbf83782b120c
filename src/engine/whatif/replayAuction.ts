import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '../auction/auctions.ts';
import type { ImpRequest } from '../auction/impRequest.ts';
import type { CallFailure } from '../auction/callFailure.ts';
import type { AuctionSetting, Decision, Effect } from '../auction/types.ts';

type Call = Extract<Effect, { kind: 'call' }>;

/** The reply to a replayed call, and its delay in milliseconds. */
export interface ReplayedResult {
  afterMs: number;
  reply: { ok: true; text: string } | { ok: false; reason: CallFailure };
  /** Called when the auction receives the reply. */
  onTaken?: () => void;
}

/** Replies to the calls of an auction; null = no reply in time. */
export interface CallResponder {
  call(call: Call, now: number): ReplayedResult | null;
  /** Requests bids from bidders that share a request; they may reply separately. */
  requestBids(
    impRequests: readonly ImpRequest[],
    now: number,
  ): { impRequests: readonly ImpRequest[]; replayed: ReplayedResult }[];
  /** Called when a reply is no longer needed. */
  canceled?(callId: number, now: number): void;
}

interface ScheduledReply {
  at: number;
  /** Calls that the reply answers and that are still running. */
  callIds: Set<number>;
  input: (now: number) => RequestInput;
  onTaken: (() => void) | undefined;
}

/** Runs an auction that starts at `startedAt`, in simulated time. */
export function replayAuction(
  setting: AuctionSetting,
  startedAt: number,
  responder: CallResponder,
): { decision: Decision | null; endedAt: number } {
  const scheduled: ScheduledReply[] = [];
  let now = startedAt;
  const schedule = ({ afterMs, onTaken }: ReplayedResult, callIds: number[], input: ScheduledReply['input']) => {
    const at = now + afterMs;
    const place = scheduled.findIndex((each) => each.at > at);
    scheduled.splice(place === -1 ? scheduled.length : place, 0, { at, callIds: new Set(callIds), input, onTaken });
  };
  const runEffects = ({ effects }: RequestStep) => {
    for (const effect of effects) {
      if (effect.kind === 'cancel') {
        responder.canceled?.(effect.callId, now);
        for (const { callIds } of scheduled) callIds.delete(effect.callId);
      }
      if (effect.kind === 'call') {
        const replayed = responder.call(effect, now);
        const { callId } = effect;
        if (replayed) schedule(replayed, [callId], (at) => ({ kind: 'reply', now: at, callId, reply: replayed.reply }));
      }
      if (effect.kind === 'bids') {
        for (const { impRequests, replayed } of responder.requestBids(effect.impRequests, now)) {
          const callIds = impRequests.map(({ callId }) => callId);
          schedule(replayed, callIds, (at) => ({ kind: 'bids', now: at, impRequests, reply: replayed.reply }));
        }
      }
    }
  };
  let step = startAuctions([setting], startedAt);
  runEffects(step);
  while (!step.decisions) {
    const wake = wakeOf(step);
    const next = scheduled[0];
    if (next && (wake === null || next.at <= wake)) {
      scheduled.shift();
      if (next.callIds.size === 0) continue;
      now = next.at;
      next.onTaken?.();
      step = stepAuctions(step.state, next.input(now));
    } else if (wake === null) break;
    else {
      now = wake;
      step = stepAuctions(step.state, { kind: 'clock', now });
    }
    runEffects(step);
  }
  return { decision: step.decisions?.[0] ?? null, endedAt: now };
}

function wakeOf({ effects }: RequestStep): number | null {
  const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : []));
  return wakes.length === 0 ? null : Math.min(...wakes);
}
