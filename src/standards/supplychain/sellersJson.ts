import type { Ext } from '../openrtb/types.ts';

/** A file in which an advertising system lists the sellers that it pays (sellers.json 1.0 and 1.1). */
export interface SellersJson {
  contact_email?: string;
  contact_address?: string;
  version: string;
  identifiers?: { name: string; value: string }[];
  sellers: ListedSeller[];
  ext?: Ext;
}

export interface ListedSeller {
  /** Field 2 of ads.txt, `sid` of a supply chain, and the publisher's ID of a bid request. */
  seller_id: string;
  /** BOTH = its own inventory and that of others. */
  seller_type: 'PUBLISHER' | 'INTERMEDIARY' | 'BOTH';
  name?: string;
  /** Root domain; for an intermediary, the one of its own sellers.json. */
  domain?: string;
  is_confidential?: 0 | 1;
  /** 1 = recipients of its requests need a contract with it themselves. */
  is_passthrough?: 0 | 1;
  comment?: string;
  ext?: Ext;
}
