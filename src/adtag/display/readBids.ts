/** A banner that is to be shown. */
export interface BannerBid {
  markup: string;
  width: number;
  height: number;
  /** Told that it won, and that it was shown. */
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

/** The best bid for each impression of a bid response. Throws for a text that is not JSON. */
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
