import type { Nanos } from '#model/index.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import type { CompiledTag } from '../plan/plan.ts';
import type { ImpRequest } from './impRequest.ts';
import { impFor } from './composeBidRequest.ts';
import { offeredImp } from './offeredImp.ts';
import { floorFor } from './ranking.ts';
import type { AuctionSetting } from './types.ts';

/** Maximum bids per bidder and imp that a Prebid Server returns (`multibid`). */
const maxBids = 9;

/**
 * The bidder name of a tag in Prebid Server requests: an alias of its partner, so that two tags of one partner can
 * compete.
 */
export function bidderName({ id }: Pick<CompiledTag, 'id'>): string {
  return `t${id}`;
}

/**
 * Composes the request to all partners behind the Prebid Server (2.7). `settings` are those of the request's auctions.
 * Throws where there is no partner to call.
 */
export function composePrebidRequest(
  settings: readonly AuctionSetting[],
  impRequests: readonly ImpRequest[],
  now: number,
): BidRequest {
  const [first] = impRequests;
  const setting = first && settings[first.slot];
  if (!setting) throw new Error('no partner to call');
  const aliases: Record<string, string> = {};
  for (const { candidate } of impRequests) {
    const { prebid } = candidate.tag.bidder ?? {};
    if (prebid) aliases[bidderName(candidate.tag)] = prebid.code;
  }
  const slots = [...new Set(impRequests.map(({ slot }) => slot))];
  const { request } = setting.offered();
  const ads = Math.max(...slots.map((slot) => settings[slot]?.pod?.slots ?? 1));
  // A Prebid Server returns one bid per bidder and imp unless `multibid` allows more.
  const multibid = [{ bidders: Object.keys(aliases), maxbids: Math.min(ads, maxBids) }];
  return {
    ...request,
    imp: slots.map((slot) => {
      const own = impRequests.filter((impRequest) => impRequest.slot === slot);
      const of = settings[slot] ?? setting;
      const floor = Math.min(...own.map(({ candidate }) => floorFor(of, candidate)));
      const mediaTypes = own.some(({ candidate }) => candidate.tag.bidder?.mediaTypes.length === 0)
        ? []
        : own.flatMap(({ candidate }) => candidate.tag.bidder?.mediaTypes ?? []);
      const imp = impFor(of, { floor, currency: 'USD', mediaTypes }, of.offered().imp);
      const bidder = Object.fromEntries(
        own.map(({ candidate }) => [bidderName(candidate.tag), candidate.tag.bidder?.prebid?.params ?? {}]),
      );
      const imps = impsOf(of, own, floor);
      return { ...imp, ext: { ...imp.ext, prebid: { bidder, ...(imps ? { imp: imps } : {}) } } };
    }),
    at: 1,
    tmax: serverTimeout(Math.max(...impRequests.map(({ deadline }) => deadline)) - now),
    cur: ['USD'],
    ext: { ...request.ext, prebid: { aliases, ...(ads > 1 ? { multibid } : {}) } },
  };
}

/**
 * Per-partner parts of an imp (`imp.ext.prebid.imp`): the deals of one partner. The Prebid Server merges them into the
 * imp of that partner only and replaces whole lists, so deals of the request are included.
 */
function impsOf(
  setting: AuctionSetting,
  impRequests: readonly ImpRequest[],
  floor: Nanos,
): Record<string, Pick<Imp, 'pmp'>> | null {
  const imps: Record<string, Pick<Imp, 'pmp'>> = {};
  for (const { candidate } of impRequests) {
    if (candidate.deals.length === 0) continue;
    const { pmp } = impFor(setting, { floor, currency: 'USD', mediaTypes: [] }, offeredImp(setting, candidate));
    if (pmp) imps[bidderName(candidate.tag)] = { pmp };
  }
  return Object.keys(imps).length > 0 ? imps : null;
}

/**
 * The timeout for the Prebid Server, in milliseconds: the remaining time less the network round trip. The server waits
 * for its slowest partner until then.
 */
function serverTimeout(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 2), leftMs - Math.max(20, Math.ceil(leftMs / 10)));
}
