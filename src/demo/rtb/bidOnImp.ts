import { advertiserFault, isWithinDomains } from '#standards/openrtb/bid/advertiserRules.ts';
import { bidFloor } from '#standards/openrtb/request/bidFloor.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Deal, Imp } from '#standards/openrtb/types.ts';
import { demoCreatives, type DemoCreative } from '../demoCreatives.ts';
import { adCopies } from './adCopy.ts';
import type { BuyerFormat, DemoBuyer } from './buyers.ts';
import { contentOf, videoSeconds } from './contentOf.ts';
import { buyerRates, convert, randomPrice, meanPrice, viewerFactor } from './randomPrice.ts';

/** The inputs of a bid. */
export interface BidContext {
  buyer: DemoBuyer;
  request: BidRequest;
  /** OpenRTB version of the request; 2.5 has fewer bid fields. */
  version: '2.5' | '2.6';
  /** The demo server's URL, without a trailing slash. */
  base: string;
  random: () => number;
}

const markupTypes = { banner: 1, video: 2, native: 4 } as const;
const formats: readonly BuyerFormat[] = ['video', 'native', 'banner'];

/** A buyer's bids on one imp: none, one, or several for an ad pod. */
export function bidOnImp(imp: Imp, context: BidContext): Bid[] {
  const { buyer, random } = context;
  const deal = dealOf(imp, context);
  const mustHaveDeal = imp.pmp?.private_auction === 1 || Object.keys(buyer.deals).length > 0;
  if (mustHaveDeal && !deal) return [];
  const isWanted = random() < buyer.bidShare;
  if (!isWanted && deal?.guar !== 1) return [];
  if (imp.secure === 1 && !isSecure(context.base)) return [];
  for (const format of formats) {
    if (buyer.meanCpm[format] === undefined || !imp[format]) continue;
    const bids = creativesFor(imp, format, deal, context).flatMap((creative, index) => {
      const bid = bidWith(creative, index, imp, format, deal, context);
      return bid ? [bid] : [];
    });
    if (bids.length > 0) return bids;
  }
  return [];
}

/** Browsers treat localhost as secure, like https (Secure Contexts, section 3.1). */
function isSecure(base: string): boolean {
  return /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$))/.test(base);
}

/** A deal of the imp that the buyer knows and its seat may use. */
function dealOf(imp: Imp, { buyer }: BidContext): Deal | null {
  const known = imp.pmp?.deals?.find(
    ({ id, wseat }) => Object.hasOwn(buyer.deals, id) && (!wseat?.length || wseat.includes(buyer.seat)),
  );
  return known ?? null;
}

/** The creatives that it offers, in its order: for a dynamic pod as many as fit, otherwise one. */
function creativesFor(
  imp: Imp,
  format: BuyerFormat,
  deal: Deal | null,
  { buyer, request, random }: BidContext,
): DemoCreative[] {
  const allowed = buyer.creatives.filter((creative) => {
    const adomain = [adomainOf(creative)];
    const isListed = !deal?.wadomain?.length || isWithinDomains(adomain, deal.wadomain);
    const about = { id: '', impid: imp.id, price: 0, adomain, cat: [...adCopies[creative].categories] };
    return isListed && advertiserFault(about, request) === null;
  });
  const from = Math.floor(random() * allowed.length);
  const rotated = [...allowed.slice(from), ...allowed.slice(0, from)];
  const { poddur, maxseq } = imp.video ?? {};
  const room = format === 'video' && poddur ? Math.min(maxseq ?? 9, Math.floor(poddur / videoSeconds)) : 1;
  return rotated.slice(0, room);
}

function adomainOf(creative: DemoCreative): string {
  const { landing } = demoCreatives.find(({ key }) => key === creative) ?? demoCreatives[0];
  return new URL(landing).hostname;
}

function bidWith(
  creative: DemoCreative,
  index: number,
  imp: Imp,
  format: BuyerFormat,
  deal: Deal | null,
  context: BidContext,
): Bid | null {
  const { buyer, request, version, base, random } = context;
  const requestedFloor = bidFloor(imp, deal, format === 'video' ? videoSeconds : null, buyerRates, format);
  const floor = convert(requestedFloor.amount, requestedFloor.currency, buyer.currency);
  if (floor === null) return null;
  const isFixed = deal?.at === 3;
  const price = isFixed ? floor : randomPrice(meanPrice(buyer, format, deal) * viewerFactor(request), random);
  if (price < floor || price <= 0) return null;
  const id = `${request.id}-${imp.id}-${buyer.seat}-${index + 1}`;
  const content = contentOf(creative, imp, format, buyer, base);
  if (!content) return null;
  const { w, h, adm, protocol } = content;
  const notice = (kind: string, params: string) =>
    `${base}/rtb/${buyer.name}/notice/${kind}?bid=${encodeURIComponent(id)}&${params}`;
  const paid = 'price=${AUCTION_PRICE}&cur=${AUCTION_CURRENCY}';
  return {
    id,
    impid: imp.id,
    price,
    adid: creative,
    nurl: notice('win', paid),
    // The impression pixel of a video's VAST reports the same; wrappers rely on that pixel alone.
    ...(format === 'video' && buyer.sendsWrappers ? {} : { burl: notice('billing', paid) }),
    lurl: notice('loss', 'reason=${AUCTION_LOSS}&least=${AUCTION_MIN_TO_WIN}'),
    adm,
    adomain: [adomainOf(creative)],
    cid: `${buyer.name}-${creative}`,
    crid: `${buyer.name}-${creative}-${format}`,
    cat: [...adCopies[creative].categories],
    ...(deal ? { dealid: deal.id } : {}),
    ...(w === undefined ? {} : { w, h }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(version === '2.6' ? { mtype: markupTypes[format], ...(format === 'video' ? { dur: videoSeconds } : {}) } : {}),
  };
}
