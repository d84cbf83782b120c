import { callIdInSlot, type RequestInput } from '#engine/auction/auctions.ts';
import type { AuctionSetting, Offered } from '#engine/auction/types.ts';
import type { Candidate } from '#engine/plan/plan.ts';
import { bidsForImp } from '#engine/replay/bidsForImp.ts';
import type { AdTerms } from '#standards/openrtb/bid/adFault.ts';
import type { WrapperAd } from '#standards/vast/types.ts';
import type { AuctionObserver } from '../imp/runAuctions.ts';
import { type CallOutcome, type TraceAuction, type TraceCall, maxResponseLength } from '#model/index.ts';

/** Maximum characters of all responses in one trace. */
const maxReplyCharacters = 256 * 1024;

/** Truncates responses to the size that a trace may store. */
interface ReplyBudget {
  truncate(text: string): { text: string; isCut: boolean };
}

/** Creates the budget of one trace. */
function createReplyBudget(): ReplyBudget {
  let left = maxReplyCharacters;
  return {
    truncate(text) {
      const length = Math.min(text.length, maxResponseLength, left);
      left -= length;
      return { text: text.slice(0, length), isCut: length < text.length };
    },
  };
}

/** The parts of a request that its auction's trace needs. */
export interface AuctionTraceDeps {
  /** Reduces a bid request to what may be stored. */
  scrub: (offered: Offered) => Offered;
  /** Fills the URL template to which `wrappers` led with macro values that may be stored. */
  fill: (url: string, wrappers: readonly WrapperAd[]) => string;
  /** Number of the candidate's ads that the viewer has seen; null without a frequency cap. */
  seenOf: (candidate: Candidate) => number | null;
}

/** IDs of an imp in a bid request, IDs of the other imps in it, and whether bids for unknown IDs count as its own. */
export type BidIds = Parameters<typeof bidsForImp>[1];

/** Records all inputs of one imp's auction as they occur. */
export interface AuctionTrace {
  /** The auction setting whose checks are recorded in the trace. */
  readonly setting: AuctionSetting;
  onStart(now: number): void;
  onTagCall: AuctionObserver['onTagCall'];
  /** Bids were requested from some of the auction's candidates. */
  onBidRequest(calls: readonly { callId: number; candidate: Candidate }[], url: string): void;
  onInput(input: RequestInput): void;
  onEnd(now: number): void;
  /** Sets the IDs under which bidders may bid on this imp and on the others of the same bid request. */
  setBidIds(ids: BidIds): void;
  result(): TraceAuction;
}

/** Maximum calls in one trace. */
const maxCalls = 100;

/** Creates the trace of a setting's auction. */
export function createAuctionTrace(setting: AuctionSetting, deps: AuctionTraceDeps): AuctionTrace {
  const { seed, mediaTypes, floor, hasPrebidServer } = setting;
  const budget = createReplyBudget();
  const byId = new Map<number, TraceCall>();
  let bidIds: BidIds = { own: [], others: [], takesUnknown: true };
  let isOfferRequested = false;
  const trace: TraceAuction = {
    startedAt: 0,
    seed,
    mediaTypes: [...mediaTypes],
    floor,
    dynamicFloor: setting.dynamicFloor ?? 0,
    isPrivate: setting.isPrivate === true,
    pod: setting.pod,
    hasPrebidServer,
    offered: null,
    checks: [],
    calls: [],
    inputs: [],
    tookMs: 0,
  };
  if (setting.adTerms) trace.adTerms = termsOf(setting.adTerms());
  let now = 0;
  const since = () => now - trace.startedAt;

  const openCall = (call: Pick<TraceCall, 'kind' | 'tagIds' | 'hop' | 'url'>, callIds: readonly number[]) => {
    const own = callIds.map(callIdInSlot);
    const opened: TraceCall = {
      ...call,
      callIds: own,
      startedMs: since(),
      endedMs: null,
      outcome: 'given_up',
      text: '',
      isCut: false,
    };
    if (trace.calls.length < maxCalls) trace.calls.push(opened);
    for (const callId of own) byId.set(callId, opened);
  };
  const closeCall = (callId: number, outcome: CallOutcome, text: string) => {
    const call = byId.get(callIdInSlot(callId));
    if (!call || call.endedMs !== null) return;
    call.endedMs = since();
    call.outcome = outcome;
    const relevantText = call.kind === 'bids' ? bidsForImp(text, bidIds) : text;
    Object.assign(call, budget.truncate(relevantText));
    trace.inputs.push({ atMs: since(), call: trace.calls.indexOf(call) });
  };

  return {
    setting: {
      ...setting,
      offered() {
        isOfferRequested = true;
        return setting.offered();
      },
      reject(candidate) {
        const reason = setting.reject?.(candidate) ?? null;
        const { tag, pacing } = candidate;
        const seen = deps.seenOf(candidate);
        trace.checks.push({
          tagId: tag.id,
          when: 'start',
          reason,
          ...(seen === null ? {} : { seen }),
          ...(pacing < 100 ? { pace: pacing } : {}),
        });
        return reason;
      },
      refuseCall(candidate) {
        const reason = setting.refuseCall?.(candidate) ?? null;
        trace.checks.push({ tagId: candidate.tag.id, when: 'call', reason });
        return reason;
      },
    },
    onStart(at) {
      trace.startedAt = at;
      now = at;
    },
    onTagCall({ callId, url, wrappers, tag }) {
      const filled = deps.fill(url, wrappers);
      openCall({ kind: 'tag', tagIds: [tag.id], hop: wrappers.length, url: filled }, [callId]);
    },
    onBidRequest(calls, url) {
      const tagIds = calls.map(({ candidate }) => candidate.tag.id);
      openCall(
        { kind: 'bids', tagIds, hop: 0, url },
        calls.map(({ callId }) => callId),
      );
    },
    onInput(input) {
      now = input.now;
      if (input.kind === 'clock') {
        trace.inputs.push({ atMs: since(), call: null });
        return;
      }
      const callId = input.kind === 'reply' ? input.callId : (input.impRequests[0]?.callId ?? 0);
      const { reply } = input;
      if (!reply.ok) closeCall(callId, reply.reason, '');
      else if ('text' in reply) closeCall(callId, 'answered', reply.text);
      // Stored as text, so that a replay parses and checks it again.
      else if ('response' in reply) closeCall(callId, 'answered', JSON.stringify(reply.response));
    },
    onEnd(at) {
      now = at;
      trace.tookMs = since();
    },
    setBidIds(ids) {
      bidIds = ids;
    },
    result() {
      if (!isOfferRequested) return trace;
      const { request, imp } = deps.scrub(setting.offered());
      return { ...trace, offered: { request: { ...request }, imp: { ...imp } } };
    },
  };
}

function termsOf({ video, audio, secure }: AdTerms): NonNullable<TraceAuction['adTerms']> {
  return {
    ...(video ? { video: { ...video } } : {}),
    ...(audio ? { audio: { ...audio } } : {}),
    ...(secure === undefined ? {} : { secure }),
  };
}
