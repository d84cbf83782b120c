import {
  startAuctions,
  stepAuctions,
  type BidsReply,
  type RequestEffect,
  type RequestStep,
} from '#engine/auction/auctions.ts';
import type { Ask } from '#engine/auction/ask.ts';
import type { RequestInput } from '#engine/auction/auctions.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import type { TagFacts } from '#engine/plan/plan.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { bidCalls } from './bidCalls.ts';
import type { AuctionDeps, CallContext } from './auctionDeps.ts';

/** Sees what happens to the auctions of a request. */
export interface AuctionWatcher {
  /** They start at `now`. */
  began(now: number): void;
  /** They are about to take something. */
  took(input: RequestInput): void;
  /** A tag or a wrapper's next hop is called; the URL has its macros. */
  called(call: { callId: number; url: string; hop: number; tag: TagFacts }): void;
  /** Bids are asked for. */
  asked(asks: readonly Ask[], url: string): void;
  /** They are decided. */
  ended(now: number): void;
}

/**
 * Runs the auctions of a request to their decisions, in the order of the settings: at once when no call is needed, else as
 * a promise that never rejects and never comes later than the latest deadline by more than the event loop is late.
 */
export function runAuctions(
  deps: AuctionDeps,
  settings: readonly AuctionSetting[],
  context: () => CallContext,
  watcher: AuctionWatcher | null = null,
): Decision[] | Promise<Decision[]> {
  const now = deps.now();
  watcher?.began(now);
  const step = startAuctions(settings, now);
  if (step.decisions && step.effects.length === 0) {
    watcher?.ended(now);
    return step.decisions;
  }
  return new Promise((resolve) => drive(deps, { settings, watcher }, step, context(), resolve));
}

/** A call on its way, and how many wait for it. */
interface Running {
  giveUp: () => void;
  waiting: number;
}

function drive(
  deps: AuctionDeps,
  { settings, watcher }: { settings: readonly AuctionSetting[]; watcher: AuctionWatcher | null },
  first: RequestStep,
  context: CallContext,
  resolve: (decisions: Decision[]) => void,
): void {
  const running = new Map<number, Running>();
  const bidCallOf = bidCalls(deps, settings, context);
  let step = first;
  let timer: NodeJS.Timeout | undefined;
  let wakeAt = 0;

  const take = (input: RequestInput) => {
    if (step.decisions) return;
    watcher?.took(input);
    step = stepAuctions(step.state, input);
    carryOut(step.effects);
    settle();
  };
  const settle = () => {
    if (!step.decisions) return;
    clearTimeout(timer);
    for (const { giveUp } of running.values()) giveUp();
    running.clear();
    watcher?.ended(deps.now());
    resolve(step.decisions);
  };
  const carryOut = (effects: readonly RequestEffect[]) => {
    const own: Ask[][] = [];
    for (const effect of effects) {
      switch (effect.kind) {
        case 'call':
          call(effect);
          break;
        case 'bids':
          if (effect.asks[0]?.candidate.tag.id === campaignsId) own.push([...effect.asks]);
          else askForBids(effect.asks);
          break;
        case 'cancel':
          cancel(effect.callId);
          break;
        case 'report':
          deps.reports.report(effect.urls, effect.code);
          break;
        case 'wake':
          // Most replies leave the time of the next deadline as it was.
          if (timer && wakeAt === effect.at) break;
          clearTimeout(timer);
          wakeAt = effect.at;
          timer = setTimeout(tick, Math.max(0, effect.at - deps.now()), effect.at);
          break;
      }
    }
    // What we answer ourselves waits until everybody else has been asked.
    for (const asks of own) bidOurselves(asks);
  };

  const bidOurselves = (asks: readonly Ask[]) => {
    watcher?.asked(asks, '');
    const response = context.ownBids(settings, asks);
    const reply: BidsReply = response ? { ok: true, response } : { ok: false, reason: 'empty' };
    take({ kind: 'bids', now: deps.now(), asks, reply });
  };
  // A timer may fire a millisecond early by the clock; the auction is told the time it waited for.
  const tick = (at: number) => {
    timer = undefined;
    take({ kind: 'clock', now: Math.max(at, deps.now()) });
  };
  const cancel = (callId: number) => {
    const known = running.get(callId);
    running.delete(callId);
    if (!known) return;
    known.waiting -= 1;
    if (known.waiting === 0) known.giveUp();
  };
  const call = ({ callId, url, hop, candidate: { tag } }: Extract<RequestEffect, { kind: 'call' }>) => {
    watcher?.called({ callId, url, hop, tag });
    const controller = new AbortController();
    running.set(callId, { giveUp: () => controller.abort(), waiting: 1 });
    const filled = fillVastMacros(url, context.macrosFor(tag));
    void deps.fetcher.fetchTag(filled, context.headersFor(tag), controller.signal).then((reply) => {
      running.delete(callId);
      take({ kind: 'reply', now: deps.now(), callId, reply });
    });
  };
  const askForBids = (asks: readonly Ask[]) => {
    const { url, posted } = bidCallOf(asks);
    watcher?.asked(asks, url);
    const giveUp = deps.bids.post(url, posted, (reply) => {
      for (const { callId } of asks) running.delete(callId);
      take({ kind: 'bids', now: deps.now(), asks, reply });
    });
    const call = { giveUp, waiting: asks.length };
    for (const { callId } of asks) running.set(callId, call);
  };

  carryOut(step.effects);
  settle();
}
