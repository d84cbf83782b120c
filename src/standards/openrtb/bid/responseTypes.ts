import type { Ext } from '../types.ts';

/** A bid response (4.2.1). */
export interface BidResponse {
  id: string;
  seatbid?: SeatBid[];
  bidid?: string;
  /** ISO 4217; USD when absent. */
  cur?: string;
  nbr?: number;
  ext?: Ext;
}

/** A seat with its bids (4.2.2). */
export interface SeatBid {
  bid: Bid[];
  seat?: string;
  /** 1 = its bids win or lose together. */
  group?: 0 | 1;
  ext?: Ext;
}

/** The fields of a bid, beside its price, that the request restricts: all of them may be missing. */
export type OfferedCreative = Omit<Bid, 'id' | 'impid' | 'price'>;

/** A bid for one imp (4.2.3). `price` is CPM in the currency of the response. */
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
  langb?: string;
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
