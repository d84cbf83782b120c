import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '../auction/auctions.ts';
import type { ImpRequest } from '../auction/impRequest.ts';
import type { CallFailure } from '../auction/callFailure.ts';
import type { AuctionSetting, Decision, Effect } from '../auction/types.ts';

type Call = Extract<Effect, { kind: 'call' }>;

/** What a call brings, and after how many milliseconds. */
export interface ReplayedReply {
  afterMs: number;
  reply: { ok: true; text: string } | { ok: false; reason: CallFailure };
  /** Told when the auction takes it. */
  onTaken?: () => void;
}

/** Answers the calls of an auction; null = nothing comes in the time that there is. */
export interface CallResponder {
  call(call: Call, now: number): ReplayedReply | null;
  /** Bidders that one request asks; they may answer one by one. */
  requestBids(
    impRequests: readonly ImpRequest[],
    now: number,
  ): { impRequests: readonly ImpRequest[]; replayed: ReplayedReply }[];
  /** The reply to a call is not waited for any more. */
  cancelled?(callId: number, now: number): void;
}

interface ScheduledReply {
  at: number;
  /** Calls that it answers and that are still waited for. */
  callIds: Set<number>;
  input: (now: number) => RequestInput;
  onTaken: (() => void) | undefined;
}

/** Holds an auction that starts at `startedAt`, with time that passes only where something happens. */
export function replayAuction(
  setting: AuctionSetting,
  startedAt: number,
  responder: CallResponder,
): { decision: Decision | null; endedAt: number } {
  const scheduled: ScheduledReply[] = [];
  let now = startedAt;
  const schedule = ({ afterMs, onTaken }: ReplayedReply, callIds: number[], input: ScheduledReply['input']) => {
    const at = now + afterMs;
    const place = scheduled.findIndex((each) => each.at > at);
    scheduled.splice(place === -1 ? scheduled.length : place, 0, { at, callIds: new Set(callIds), input, onTaken });
  };
  const runEffects = ({ effects }: RequestStep) => {
    for (const effect of effects) {
      if (effect.kind === 'cancel') {
        responder.cancelled?.(effect.callId, now);
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
