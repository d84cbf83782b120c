import { startAuctions, stepAuctions, type RequestInput, type RequestStep } from '../auction/auctions.ts';
import type { Ask } from '../auction/ask.ts';
import type { CallFailure } from '../auction/callFailure.ts';
import type { AuctionSetting, Decision, Effect } from '../auction/types.ts';

type Call = Extract<Effect, { kind: 'call' }>;

/** What a call brings, and after how many milliseconds. */
export interface PlayedReply {
  afterMs: number;
  reply: { ok: true; text: string } | { ok: false; reason: CallFailure };
  /** Told when the auction takes it. */
  onTaken?: () => void;
}

/** Answers the calls of an auction; null = nothing comes in the time that there is. */
export interface Surroundings {
  call(call: Call, now: number): PlayedReply | null;
  /** Bidders that one request asks; they may answer one by one. */
  ask(asks: readonly Ask[], now: number): { asks: readonly Ask[]; played: PlayedReply }[];
  /** The reply to a call is not waited for any more. */
  cancelled?(callId: number, now: number): void;
}

interface Due {
  at: number;
  /** Calls that it answers and that are still waited for. */
  callIds: Set<number>;
  input: (now: number) => RequestInput;
  onTaken: (() => void) | undefined;
}

/** Holds an auction that starts at `startedAt`, with time that passes only where something happens. */
export function playAuction(
  setting: AuctionSetting,
  startedAt: number,
  surroundings: Surroundings,
): { decision: Decision | null; endedAt: number } {
  const due: Due[] = [];
  let now = startedAt;
  const schedule = ({ afterMs, onTaken }: PlayedReply, callIds: number[], input: Due['input']) => {
    const at = now + afterMs;
    const place = due.findIndex((each) => each.at > at);
    due.splice(place === -1 ? due.length : place, 0, { at, callIds: new Set(callIds), input, onTaken });
  };
  const carryOut = ({ effects }: RequestStep) => {
    for (const effect of effects) {
      if (effect.kind === 'cancel') {
        surroundings.cancelled?.(effect.callId, now);
        for (const { callIds } of due) callIds.delete(effect.callId);
      }
      if (effect.kind === 'call') {
        const played = surroundings.call(effect, now);
        const { callId } = effect;
        if (played) schedule(played, [callId], (at) => ({ kind: 'reply', now: at, callId, reply: played.reply }));
      }
      if (effect.kind === 'bids') {
        for (const { asks, played } of surroundings.ask(effect.asks, now)) {
          const callIds = asks.map(({ callId }) => callId);
          schedule(played, callIds, (at) => ({ kind: 'bids', now: at, asks, reply: played.reply }));
        }
      }
    }
  };
  let step = startAuctions([setting], startedAt);
  carryOut(step);
  while (!step.decisions) {
    const wake = wakeOf(step);
    const next = due[0];
    if (next && (wake === null || next.at <= wake)) {
      due.shift();
      if (next.callIds.size === 0) continue;
      now = next.at;
      next.onTaken?.();
      step = stepAuctions(step.state, next.input(now));
    } else if (wake === null) break;
    else {
      now = wake;
      step = stepAuctions(step.state, { kind: 'clock', now });
    }
    carryOut(step);
  }
  return { decision: step.decisions?.[0] ?? null, endedAt: now };
}

function wakeOf({ effects }: RequestStep): number | null {
  const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : []));
  return wakes.length === 0 ? null : Math.min(...wakes);
}
