import {
  startAuctions,
  stepAuctions,
  type BidsResult,
  type RequestEffect,
  type RequestStep,
} from '#engine/auction/auctions.ts';
import type { ImpRequest } from '#engine/auction/impRequest.ts';
import type { RequestInput } from '#engine/auction/auctions.ts';
import type { AuctionSetting, Decision } from '#engine/auction/types.ts';
import { withoutCutoffs } from '#engine/auction/withoutCutoffs.ts';
import { campaignsId } from '#engine/plan/buyer.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';
import { cutoffsOf } from '#engine/snapshot/snapshot.ts';
import { fillVastMacros } from '#standards/macros.ts';
import { withBlockedCategories } from '#standards/vast/blockedCategories.ts';
import type { WrapperAd } from '#standards/vast/types.ts';
import { bidCalls } from './bidCalls.ts';
import { timeStage } from '../metrics/timeStage.ts';
import type { AuctionDeps, CallContext } from './auctionDeps.ts';

/** Observes the auctions of a request. */
export interface AuctionObserver {
  /** The auctions start at `now`. */
  onStart(now: number): void;
  /** The auctions are about to receive an input. */
  onInput(input: RequestInput): void;
  /** A tag is called, or the next hop of the wrappers that led to it. The URL still has its macros. */
  onTagCall(call: { callId: number; url: string; wrappers: readonly WrapperAd[]; tag: CompiledTag }): void;
  /** Bids are requested. */
  onBidRequest(calls: readonly ImpRequest[], url: string): void;
  /** The auctions are decided. */
  onEnd(now: number): void;
}

/**
 * Runs the auctions of a request and returns their decisions in the order of the settings: synchronously when nothing
 * has to be awaited, else as a promise. It never rejects, and resolves at the latest deadline, plus the delay of the
 * event loop.
 */
export function runAuctions(
  deps: AuctionDeps,
  settings: readonly AuctionSetting[],
  context: () => CallContext,
  observer: AuctionObserver | null = null,
): Decision[] | Promise<Decision[]> {
  const now = deps.now();
  observer?.onStart(now);
  const step = timeStage(deps.metrics, 'eligibility', () => startAuctions(settings, now));
  if (step.decisions && step.effects.length === 0) {
    observer?.onEnd(now);
    return step.decisions;
  }
  return runSteps(deps, { settings, observer }, step, context());
}

/** A running call, and the number of auctions that wait for it. */
interface RunningCall {
  abort: () => void;
  waiting: number;
}

function runSteps(
  deps: AuctionDeps,
  { settings, observer }: { settings: readonly AuctionSetting[]; observer: AuctionObserver | null },
  first: RequestStep,
  context: CallContext,
): Decision[] | Promise<Decision[]> {
  const { metrics } = deps;
  const startedAt = metrics ? performance.now() : 0;
  const running = new Map<number, RunningCall>();
  const bidCallOf = bidCalls(deps, settings, context);
  let step = first;
  let decisions: Decision[] | null = null;
  let resolve: ((decisions: Decision[]) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = 0;
  let wakeAt = 0;

  const applyInput = (input: RequestInput) => {
    if (step.decisions) return;
    observer?.onInput(input);
    step = stepAuctions(step.state, input);
    runEffects(step.effects);
    settle();
  };
  const settle = () => {
    if (decisions) return;
    if (!step.decisions) return setTimer();
    decisions = step.decisions;
    clearTimeout(timer);
    for (const { abort } of running.values()) abort();
    running.clear();
    metrics?.stages.calls.observe((performance.now() - startedAt) / 1000);
    observer?.onEnd(deps.now());
    decisions = withCurrentCutoffs(deps, settings, step.decisions);
    resolve?.(decisions);
  };
  // Most responses do not change the next deadline.
  const setTimer = () => {
    if (timerAt === wakeAt) return;
    clearTimeout(timer);
    timerAt = wakeAt;
    timer = setTimeout(onDeadline, Math.max(0, wakeAt - deps.now()), wakeAt);
  };
  const runEffects = (effects: readonly RequestEffect[]) => {
    const campaignCalls: ImpRequest[][] = [];
    for (const effect of effects) {
      switch (effect.kind) {
        case 'call':
          call(effect);
          break;
        case 'bids':
          if (effect.impRequests[0]?.candidate.tag.id === campaignsId) campaignCalls.push([...effect.impRequests]);
          else requestBids(effect.impRequests);
          break;
        case 'cancel':
          cancel(effect.callId);
          break;
        case 'report':
          deps.reports.report(effect.urls, effect.code);
          break;
        case 'wake':
          wakeAt = effect.at;
          break;
      }
    }
    // Our own campaigns bid after all other bidders have been called.
    for (const calls of campaignCalls) bidFromCampaigns(calls);
  };

  const bidFromCampaigns = (calls: readonly ImpRequest[]) => {
    observer?.onBidRequest(calls, '');
    const response = context.ownBids(settings, calls);
    const reply: BidsResult = response ? { ok: true, response } : { ok: false, reason: 'empty' };
    applyInput({ kind: 'bids', now: deps.now(), impRequests: calls, reply });
  };
  // A timer may fire a millisecond early by the clock. The auction receives the time that was scheduled.
  const onDeadline = (at: number) => {
    timerAt = 0;
    applyInput({ kind: 'clock', now: Math.max(at, deps.now()) });
  };
  const cancel = (callId: number) => {
    const runningCall = running.get(callId);
    running.delete(callId);
    if (!runningCall) return;
    runningCall.waiting -= 1;
    if (runningCall.waiting === 0) runningCall.abort();
  };
  const call = ({ callId, url, wrappers, candidate: { tag } }: Extract<RequestEffect, { kind: 'call' }>) => {
    observer?.onTagCall({ callId, url, wrappers, tag });
    const controller = new AbortController();
    running.set(callId, { abort: () => controller.abort(), waiting: 1 });
    const filled = fillVastMacros(url, withBlockedCategories(context.macrosFor(tag), wrappers));
    const sentAt = metrics ? performance.now() : 0;
    void deps.fetcher.fetchTag(filled, context.headersFor(tag), controller.signal).then((reply) => {
      running.delete(callId);
      if (metrics && !controller.signal.aborted) {
        metrics.partners.durationOf(tag).observe((performance.now() - sentAt) / 1000);
      }
      applyInput({ kind: 'reply', now: deps.now(), callId, reply });
    });
  };
  const requestBids = (calls: readonly ImpRequest[]) => {
    const { url, posted } = bidCallOf(calls);
    observer?.onBidRequest(calls, url);
    const sentAt = metrics ? performance.now() : 0;
    const abort = deps.bids.post(url, posted, (reply) => {
      const tag = calls[0]?.candidate.tag;
      if (tag) metrics?.partners.durationOf(tag).observe((performance.now() - sentAt) / 1000);
      for (const { callId } of calls) running.delete(callId);
      applyInput({ kind: 'bids', now: deps.now(), impRequests: calls, reply });
    });
    const runningCall = { abort, waiting: calls.length };
    for (const { callId } of calls) running.set(callId, runningCall);
  };

  runEffects(step.effects);
  settle();
  if (decisions) return decisions;
  return new Promise((done) => {
    resolve = done;
  });
}

/** The decisions of auctions without what has been cut off since they began. */
function withCurrentCutoffs(
  { snapshot }: AuctionDeps,
  settings: readonly AuctionSetting[],
  decisions: Decision[],
): Decision[] {
  const current = snapshot?.();
  if (!current || current.rows.cutoff.size === 0) return decisions;
  return decisions.map((decision, index) => {
    const setting = settings[index];
    return setting ? withoutCutoffs(decision, setting, cutoffsOf(current, setting.plan.demandId)) : decision;
  });
}
