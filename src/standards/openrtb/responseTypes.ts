import type { Ext } from './types.ts';

/** 4.2.1: the answer to a bid request. */
export interface BidResponse {
  id: string;
  seatbid?: SeatBid[];
  bidid?: string;
  /** ISO 4217; USD where it is absent. */
  cur?: string;
  nbr?: number;
  ext?: Ext;
}

/** 4.2.2 */
export interface SeatBid {
  bid: Bid[];
  seat?: string;
  /** 1 = all of its bids win or none. */
  group?: 0 | 1;
  ext?: Ext;
}

/** What of a bid binds it to its request beside its price: all of it may be missing. */
export type OfferedCreative = Omit<Bid, 'id' | 'impid' | 'price'>;

/** 4.2.3: an offer for one impression. `price` is CPM in the currency of the response. */
export interface Bid {
  id: string;
  impid: string;
  price: number;
  nurl?: string;
  burl?: string;
  lurl?: string;
  adm?: string;
  adid?: string;
  adomain?: string[];
  bundle?: string;
  iurl?: string;
  cid?: string;
  crid?: string;
  tactic?: string;
  cat?: string[];
  cattax?: number;
  attr?: number[];
  apis?: number[];
  api?: number;
  protocol?: number;
  qagmediarating?: number;
  language?: string;
  dealid?: string;
  w?: number;
  h?: number;
  wratio?: number;
  hratio?: number;
  exp?: number;
  /** Seconds. */
  dur?: number;
  /** 1 banner, 2 video, 3 audio, 4 native. */
  mtype?: number;
  slotinpod?: number;
  ext?: Ext;
}
