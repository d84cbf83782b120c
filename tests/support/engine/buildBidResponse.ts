import type { Bid, BidResponse, SeatBid } from '#standards/openrtb/bid/responseTypes.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { buildVast, type VastInput } from './buildVast.ts';

/** A bid of a scenario: omitted fields have valid defaults, and `null` removes a field. */
export interface BidInput extends Omit<{ [Name in keyof Bid]?: Bid[Name] | null }, 'adm'> {
  adm?: string | null;
  seat?: string;
  /** VAST as its markup. */
  vast?: VastInput;
}

/** A bidder's response to the request with the id `request`: $1 for the first imp by default. */
export function buildBidResponse(
  bids: readonly BidInput[],
  imps: readonly Imp[],
  overrides: Partial<BidResponse> & { group?: 0 | 1 } = {},
): string {
  const { group, ...response } = overrides;
  const seats = new Map<string, SeatBid>();
  for (const [index, { seat = '', vast, ...sketch }] of bids.entries()) {
    const imp = imps.find(({ id }) => id === sketch.impid) ?? imps[0];
    const bid = {
      id: `b${index + 1}`,
      impid: imp?.id,
      price: 1,
      crid: `creative-${index + 1}`,
      adm: vast ? buildVast(vast) : imp && markupFor(imp),
      ...sketch,
    } as Bid;
    const known = seats.get(seat);
    if (known) known.bid.push(bid);
    else seats.set(seat, { bid: [bid], ...(seat === '' ? {} : { seat }), ...(group === undefined ? {} : { group }) });
  }
  return JSON.stringify({ id: 'request', seatbid: [...seats.values()], ...response });
}

/** Markup of the first media type that an imp accepts. */
export function markupFor({ banner, native }: Imp): string {
  if (banner) return '<a href="https://advertiser.example/"><img src="https://cdn.example/a.png"></a>';
  if (!native) return buildVast({ kind: 'inline' });
  const assets = [{ id: 1, title: { text: 'Hello' } }];
  return JSON.stringify({ ver: '1.2', link: { url: 'https://advertiser.example/' }, assets });
}
