import type { CandidateReason, TraceAuction, TraceCall } from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { CallFailure } from '../auction/callFailure.ts';
import { adsLeft } from '../delivery/adsLeft.ts';
import type { AdTerms } from '#standards/openrtb/bid/adFault.ts';
import type { AuctionSetting, Offered } from '../auction/types.ts';

/** Inputs that a trace does not contain: the configuration, which may differ from that of the traced auction. */
export type ReplaySetting = Pick<AuctionSetting, 'plan' | 'readStored' | 'creativeOf' | 'traits' | 'rates'>;

/** The inputs of a traced auction, under a configuration that may differ from the original one. */
export function tracedSetting(auction: TraceAuction, setting: ReplaySetting): AuctionSetting {
  const { seed, mediaTypes, floor, dynamicFloor, isPrivate, pod, hasPrebidServer, offered, adTerms = {} } = auction;
  return {
    ...setting,
    seed,
    at: auction.startedAt,
    mediaTypes: mediaTypes as MediaType[],
    floor,
    dynamicFloor,
    isPrivate,
    pod,
    hasPrebidServer,
    offered: () => (offered ?? { request: { id: '' }, imp: { id: '' } }) as unknown as Offered,
    adTerms: () => adTerms as AdTerms,
    reject: ({ tag }) => reasonIn(auction, tag.id, 'start'),
    adsLeft: (candidate) => adsLeft(candidate, seenIn(auction, candidate.tag.id)),
    refuseCall: ({ tag }) => reasonIn(auction, tag.id, 'call'),
  };
}

function reasonIn({ checks }: TraceAuction, tagId: number, when: 'start' | 'call'): CandidateReason | null {
  return checks.find((check) => check.tagId === tagId && check.when === when)?.reason ?? null;
}

/** The number of times that the viewer had seen a tag's ads; null without a frequency cap. */
function seenIn({ checks }: TraceAuction, tagId: number): number | null {
  return checks.find((check) => check.tagId === tagId && check.when === 'start')?.seen ?? null;
}

/** The reply to a traced call. */
export function callResultOf({
  outcome,
  text,
}: TraceCall): { ok: true; text: string } | { ok: false; reason: CallFailure } {
  if (outcome === 'answered') return { ok: true, text };
  return { ok: false, reason: outcome === 'given_up' ? 'timeout' : outcome };
}
