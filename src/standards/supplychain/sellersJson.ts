import type { Ext } from '../openrtb/types.ts';

/** What a seller is to the system that lists it; BOTH = its own inventory and that of others. */
export const sellerTypes = ['PUBLISHER', 'INTERMEDIARY', 'BOTH'] as const;

/** A file by which an advertising system tells whom it pays (sellers.json 1.0 and 1.1). */
export interface SellersJson {
  contact_email?: string;
  contact_address?: string;
  version: string;
  identifiers?: { name: string; value: string }[];
  sellers: ListedSeller[];
  ext?: Ext;
}

/** A seller of such a file. */
export interface ListedSeller {
  /** Field 2 of ads.txt, `sid` of a supply chain, and the publisher's id of a bid request. */
  seller_id: string;
  seller_type: (typeof sellerTypes)[number];
  name?: string;
  /** Root domain; of an intermediary that of its own sellers.json. */
  domain?: string;
  is_confidential?: 0 | 1;
  /** 1 = whoever receives its requests must itself have a contract with it. */
  is_passthrough?: 0 | 1;
  comment?: string;
  ext?: Ext;
}
