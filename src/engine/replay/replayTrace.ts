import { isReplayable, type CandidateReason, type TraceAuction, type TraceBody, type TraceCall } from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { startAuctions, stepAuctions, type Ask, type RequestInput, type RequestStep } from '../auction/auctions.ts';
import type { CallFailure } from '../auction/callFailure.ts';
import { adsLeft } from '../delivery/adsLeft.ts';
import type { AuctionSetting, Decision, Offered } from '../auction/types.ts';

/** What a trace does not hold: the configuration, which may be another than the one that decided. */
export type ReplaySetting = Pick<AuctionSetting, 'plan' | 'readStored' | 'creativeOf' | 'traits' | 'rates'>;

/**
 * Holds a traced auction again. With the configuration that decided, the decision is the same; with another, calls that
 * were not made then have no answer. null where there was no auction or a reply is not kept whole.
 *
 * @internal Shows in tests that a trace has all that its auction was decided by.
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

/** The setting of a traced auction, with a configuration that may be another than the one that decided. */
export function tracedSetting(auction: TraceAuction, setting: ReplaySetting): AuctionSetting {
  const { seed, mediaTypes, floor, learnedFloor, isPrivate, pod, hasPrebidServer, offered } = auction;
  return {
    ...setting,
    seed,
    at: auction.startedAt,
    mediaTypes: mediaTypes as MediaType[],
    floor,
    learnedFloor,
    isPrivate,
    pod,
    hasPrebidServer,
    offered: () => (offered ?? { request: { id: '' }, imp: { id: '' } }) as unknown as Offered,
    refuse: ({ tag }) => reasonIn(auction, tag.id, 'start'),
    adsLeft: (candidate) => adsLeft(candidate, seenIn(auction, candidate.tag.id)),
    holdBack: ({ tag }) => reasonIn(auction, tag.id, 'call'),
  };
}

function reasonIn({ checks }: TraceAuction, tagId: number, when: 'start' | 'call'): CandidateReason | null {
  return checks.find((check) => check.tagId === tagId && check.when === when)?.reason ?? null;
}

/** How often the viewer had seen a tag's ads; null where that was not limited. */
function seenIn({ checks }: TraceAuction, tagId: number): number | null {
  return checks.find((check) => check.tagId === tagId && check.when === 'start')?.seen ?? null;
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

/** What a call brought. */
export function replyOf({ outcome, text }: TraceCall): { ok: true; text: string } | { ok: false; reason: CallFailure } {
  if (outcome === 'answered') return { ok: true, text };
  return { ok: false, reason: outcome === 'given_up' ? 'timeout' : outcome };
}

function wakeOf({ effects }: RequestStep): number | null {
  const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.at] : []));
  return wakes.length === 0 ? null : Math.min(...wakes);
}
