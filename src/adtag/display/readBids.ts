/** The bid of a banner that will be shown. */
export interface BannerBid {
  markup: string;
  width: number;
  height: number;
  /** `nurl` and `burl`, with the price filled in; empty = none. */
  winNoticeUrl: string;
  billingNoticeUrl: string;
}

interface Bid {
  impid?: string;
  price?: number;
  adm?: string;
  w?: number;
  h?: number;
  nurl?: string;
  burl?: string;
}

interface BidResponse {
  seatbid?: { bid?: Bid[] }[];
}

/** The highest bid per imp of a bid response, by imp ID. Throws when the text is not JSON. */
export function readBids(text: string): Map<string, BannerBid> {
  const best = new Map<string, { price: number; bid: BannerBid }>();
  for (const { bid: bids = [] } of (JSON.parse(text) as BidResponse | null)?.seatbid ?? []) {
    for (const { impid = '', price = 0, adm = '', w = 0, h = 0, nurl = '', burl = '' } of bids) {
      if (adm === '' || price <= (best.get(impid)?.price ?? -1)) continue;
      const fillPrice = (template: string) => template.replace(/\$\{AUCTION_PRICE\}/g, String(price));
      best.set(impid, {
        price,
        bid: {
          markup: fillPrice(adm),
          width: w,
          height: h,
          winNoticeUrl: fillPrice(nurl),
          billingNoticeUrl: fillPrice(burl),
        },
      });
    }
  }
  return new Map(Array.from(best, ([id, { bid }]) => [id, bid]));
}
