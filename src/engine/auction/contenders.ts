import type { CandidateReason } from '#model/index.ts';
import type { NextHop } from './applyVastResponse.ts';
import { chainErrorCodes, type ChainFailure } from './callFailure.ts';
import type { BidLoss } from '#standards/openrtb/bid/lossCodes.ts';
import { rejectContender } from './rejectContender.ts';
import type { AuctionState, Contender, ContenderStatus, Effect, ValidBid } from './types.ts';

/** Adds a contender of the same candidate with the same status. */
export function addContender(state: AuctionState, { candidate, status }: Contender): Contender {
  const part = { candidate, status };
  state.contenders.push(part);
  return part;
}

/** The status of a contender with markup to read without a call. */
export function callingStatus(deadline: number, bid: ValidBid | null): ContenderStatus {
  return { kind: 'calling', callId: 0, deadline, urls: [], wrappers: [], bid };
}

/** Calls the URL of a tag, of a win notice or of the next hop of a wrapper chain. */
export function startCall(
  state: AuctionState,
  contender: Contender,
  chain: Omit<NextHop, 'kind'>,
  effects: Effect[],
): void {
  const { url, urls, wrappers, fallbacks, bid, deadline } = chain;
  const { candidate } = contender;
  state.lastCallId += 1;
  const callId = state.lastCallId;
  contender.status = { kind: 'calling', callId, deadline, urls: [...urls, url], wrappers, fallbacks, bid };
  effects.push({ kind: 'call', callId, candidate, url, wrappers, deadline });
}

/** Drops a contender and reports the error to its wrapper chain. */
export function failContender(
  state: AuctionState,
  contender: Contender,
  reason: ChainFailure | CandidateReason,
  effects: Effect[],
  of: { code?: number | null; errors?: readonly string[]; loss?: BidLoss } = {},
): void {
  reportFailure(state, contender, reason, effects, of);
  rejectContender(state, contender, reason, of.loss);
}

/** Maximum Error URLs called for a candidate in one auction. Its responses may name thousands. */
export const MAX_ERROR_CALLS = 20;

/**
 * Reports an error to a contender's wrapper chain, unless `code` is null. `errors` are Error URLs beyond those of the
 * chain.
 */
export function reportFailure(
  state: AuctionState,
  { candidate, status }: Contender,
  reason: ChainFailure | CandidateReason,
  effects: Effect[],
  { code, errors = [] }: { code?: number | null; errors?: readonly string[] },
): void {
  if (status.kind !== 'calling' || code === null) return;
  const before = state.reported?.get(candidate) ?? 0;
  if (before >= MAX_ERROR_CALLS) return;
  const named = [...status.wrappers.flatMap((wrapper) => wrapper.errors), ...errors];
  const urls = named.slice(0, MAX_ERROR_CALLS - before);
  if (urls.length === 0) return;
  (state.reported ??= new Map()).set(candidate, before + urls.length);
  const known = code ?? (reason in chainErrorCodes ? chainErrorCodes[reason as ChainFailure] : 900);
  effects.push({ kind: 'report', urls, code: known });
}

/** Whether a contender has an offer whose markup was neither read nor fetched. */
export function isWithoutMarkup({ status }: Contender): boolean {
  return status.kind === 'usable' && status.offer.ad === null;
}

/** Whether the markup of a contender's bid came with it and was not read, because better offers led. */
export function isUnread(contender: Contender): boolean {
  return isWithoutMarkup(contender) && bidOf(contender)?.bid.adm !== undefined;
}

/** The bid behind the offer of a contender; null where it has none. */
export function bidOf({ status }: Contender): ValidBid | null {
  return status.kind === 'usable' ? status.offer.bid : null;
}
