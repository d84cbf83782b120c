import { nativeRequestOf } from '#standards/openrtb/native/nativeRequestOf.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Deal, Imp } from '#standards/openrtb/types.ts';
import { nativeOf, responseViolations } from '#tests/support/native/nativeViolations.ts';
import {
  adViolations,
  hasOddDuration,
  isText,
  numberOf,
  numbersIn,
  secondsOf,
  type AskedMedia,
} from '../../../vast/adViolations.ts';
import { bannerViolations } from './bannerViolations.ts';
import { lowestPrice } from './lowestPrice.ts';

const media = [undefined, 'banner', 'video', 'audio', 'native'] as const;

/** A sold ad with its imp and, for a video or audio, its terms. */
interface Sale {
  bid: Bid;
  imp: Imp;
  terms: AskedMedia | null;
}

/**
 * The rules of a bid request that the bids of its response violate (OpenRTB 2.6): those of each ad, of its price, and
 * of the pods that they fill. The response is read as its receiver would; `request` is the one that was sent.
 */
export function saleViolations(request: Pick<BidRequest, 'imp' | 'badv'>, { seatbid = [] }: BidResponse): string[] {
  const bids = seatbid.flatMap((seat): Bid[] => seat.bid);
  const sales = bids.flatMap((bid): Sale[] => {
    const imp = request.imp.find(({ id }) => id === bid.impid);
    return imp ? [{ bid, imp, terms: termsOf(bid, imp) }] : [];
  });
  return [
    ...(sales.length < bids.length ? ['a bid for no imp'] : []),
    ...sales.flatMap((sale) => [...saleFaults(sale), ...blockedBuyers(sale.bid, request.badv)]),
    ...request.imp.flatMap((imp) => slotFaults(sales.filter((sale) => sale.imp === imp))),
    ...podFaults(sales),
  ];
}

function termsOf({ mtype }: Bid, { video, audio }: Imp): AskedMedia | null {
  if (mtype !== 2 && mtype !== 3) return null;
  return (mtype === 2 ? video : audio) ?? null;
}

function saleFaults(sale: Sale): string[] {
  const { bid, imp, terms } = sale;
  const medium = media[bid.mtype ?? 0];
  if (medium === undefined || !imp[medium]) return [`sold as ${medium}, which was not asked for`];
  return [...priceFaults(bid, imp, terms), ...markupFaults(bid, imp, medium)];
}

function markupFaults(bid: Bid, imp: Imp, medium: 'banner' | 'video' | 'audio' | 'native'): string[] {
  const { adm = '' } = bid;
  if (medium === 'banner') return imp.banner ? bannerViolations(bid, imp.banner, imp.secure) : [];
  if (medium !== 'native') return adViolations({ xml: adm, medium, dur: bid.dur }, imp);
  const request: unknown = imp.native?.request;
  const asked = nativeRequestOf(typeof request === 'string' ? request : JSON.stringify(request));
  return responseViolations(nativeOf(adm), { ...asked }).map((section) => `Native 1.2, ${section}`);
}

function priceFaults(bid: Bid, imp: Imp, terms: AskedMedia | null): string[] {
  const deals: Deal[] = imp.pmp?.deals ?? [];
  const deal = isText(bid.dealid) ? (deals.find(({ id }) => id === bid.dealid) ?? null) : null;
  if (isText(bid.dealid) && deal === null) return [`no deal ${bid.dealid}`];
  if (deal === null && imp.pmp?.private_auction === 1) return ['without a deal'];
  const { adm = '' } = bid;
  if (terms !== null && hasOddDuration(adm)) return [];
  const ofVast = Math.floor(terms === null ? 0 : (secondsOf(adm) ?? 0));
  const lowest = lowestPrice(imp, terms, deal, { ofVast, ofBid: bid.dur ?? 0 });
  return bid.price + 1e-6 < lowest ? [`$${bid.price} below the floor of $${lowest}`] : [];
}

function blockedBuyers({ adomain = [] }: Bid, badv: unknown): string[] {
  const blocked: unknown[] = Array.isArray(badv) ? badv : [];
  return adomain.filter((domain) => blocked.includes(domain)).map((domain) => `advertiser ${domain}`);
}

/** A dynamic pod takes as many ads as fit into its time; any other imp takes one. */
function slotFaults(sales: readonly Sale[]): string[] {
  const [first] = sales;
  if (!first || sales.length < 2) return [];
  const pods = sales.map(({ terms }) => terms).filter((terms) => numberOf(terms?.poddur) > 0);
  if (pods.length < sales.length) return [`${sales.length} ads of one imp`];
  const [terms] = pods;
  const longest = numberOf(terms?.maxseq);
  const seconds = sales.map(({ bid }) => secondsOf(bid.adm ?? '') ?? bid.dur ?? 0);
  const places = sales.map(({ bid }) => bid.slotinpod ?? 0);
  const edges = places.filter((place) => place === 1 || place === -1 || place === 2);
  const found: string[] = [];
  if (longest > 0 && sales.length > longest) found.push(`${sales.length} ads of at most ${longest}`);
  const total = seconds.reduce((sum, each) => sum + each, 0);
  if (total > numberOf(terms?.poddur) + sales.length / 2) found.push(`${total} seconds in all`);
  if (edges.length > 2 || [1, -1].some((edge) => places.filter((place) => place === edge).length > 1)) {
    found.push(`places ${places.join()}`);
  }
  return found;
}

/** Ads of one pod do not share what its imps say must differ: the advertiser (1) or the creative (3). */
function podFaults(sales: readonly Sale[]): string[] {
  return sales.flatMap((one, index) =>
    sales.slice(index + 1).flatMap((other) => {
      if (!isOnePod(one, other)) return [];
      const rules = numbersIn(one.imp.video?.poddedupe).filter((rule) =>
        numbersIn(other.imp.video?.poddedupe).includes(rule),
      );
      const [advertiser] = one.bid.adomain ?? [];
      const file = fileOf(one.bid);
      return [
        ...(rules.includes(1) && advertiser !== undefined && other.bid.adomain?.includes(advertiser)
          ? [`${advertiser} twice in a pod`]
          : []),
        ...(rules.includes(3) && file !== '' && file === fileOf(other.bid) ? [`${file} twice in a pod`] : []),
      ];
    }),
  );
}

/** The URL of the first media file; empty for none. IDs of creatives say less: each bidder has its own. */
function fileOf({ adm = '' }: Bid): string {
  return /<MediaFile\b[^>]*>\s*<!\[CDATA\[([^\]]*)/.exec(adm)?.[1] ?? '';
}

function isOnePod(one: Sale, other: Sale): boolean {
  if (one.imp === other.imp) return true;
  const podid = podOf(one.imp);
  return podid !== null && podid === podOf(other.imp);
}

/** The pod of an imp; null for none, and where its video and audio belong to different ones. */
function podOf({ video, audio }: Imp): string | null {
  const ids = new Set([video, audio].flatMap((media) => (media ? [media.podid] : [])));
  const [podid] = ids;
  return ids.size === 1 && isText(podid) ? podid : null;
}
