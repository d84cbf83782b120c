import {
  startAuction,
  stepAuction,
  type AuctionInput,
  type Decision,
  type Effect,
  type Step,
} from '#engine/auction.ts';
import type { AuctionSetting } from '#engine/auction.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import { fillVastMacros, type MacroValues } from '#standards/macros.ts';
import type { ErrorReports } from './errorReports.ts';

/** What auctions are carried out with. */
export interface AuctionDeps {
  fetcher: TagFetcher;
  reports: ErrorReports;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What the calls of one request carry. */
export interface CallContext {
  macros: MacroValues;
  headers: Record<string, string>;
}

/**
 * Runs an auction to its decision: at once when no call is needed, else as a promise that never rejects and never
 * comes later than the channel's deadline by more than the event loop is late.
 */
export function runAuction(
  deps: AuctionDeps,
  setting: AuctionSetting,
  context: () => CallContext,
): Decision | Promise<Decision> {
  const step = startAuction(setting, deps.now());
  if (step.decision && step.effects.length === 0) return step.decision;
  return new Promise((resolve) => drive(deps, step, context(), resolve));
}

function drive(deps: AuctionDeps, first: Step, context: CallContext, resolve: (decision: Decision) => void): void {
  const calls = new Map<number, AbortController>();
  let step = first;
  let timer: NodeJS.Timeout | undefined;

  const take = (input: AuctionInput) => {
    if (step.decision) return;
    step = stepAuction(step.state, input);
    carryOut(step.effects);
    settle();
  };
  const settle = () => {
    if (!step.decision) return;
    clearTimeout(timer);
    for (const call of calls.values()) call.abort();
    calls.clear();
    resolve(step.decision);
  };
  const carryOut = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'call':
          call(effect.callId, effect.url);
          break;
        case 'cancel':
          calls.get(effect.callId)?.abort();
          calls.delete(effect.callId);
          break;
        case 'report':
          deps.reports.report(effect.urls, effect.code);
          break;
        case 'wake':
          clearTimeout(timer);
          timer = setTimeout(tick, Math.max(0, effect.at - deps.now()), effect.at);
          break;
      }
    }
  };
  // A timer may fire a millisecond early by the clock; the auction is told the time it waited for.
  const tick = (at: number) => take({ kind: 'clock', now: Math.max(at, deps.now()) });
  const call = (callId: number, template: string) => {
    const controller = new AbortController();
    calls.set(callId, controller);
    const url = fillVastMacros(template, context.macros);
    void deps.fetcher.fetchTag(url, context.headers, controller.signal).then((reply) => {
      calls.delete(callId);
      take({ kind: 'reply', now: deps.now(), callId, reply });
    });
  };

  carryOut(step.effects);
  settle();
}
