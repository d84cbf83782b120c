import type { Ext } from '../openrtb/types.ts';

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
  /** BOTH = its own inventory and that of others. */
  seller_type: 'PUBLISHER' | 'INTERMEDIARY' | 'BOTH';
  name?: string;
  /** Root domain; of an intermediary that of its own sellers.json. */
  domain?: string;
  is_confidential?: 0 | 1;
  /** 1 = whoever receives its requests must itself have a contract with it. */
  is_passthrough?: 0 | 1;
  comment?: string;
  ext?: Ext;
}
