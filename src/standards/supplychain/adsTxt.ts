/** The two files by which owners tell who may sell their inventory: that of a site, and that of apps. */
export type AdsTxtKind = 'ads' | 'app';

/** A line that authorises an account with an advertising system. */
export interface AdsTxtRecord {
  /** Domain of the system, lower case. */
  asi: string;
  /** The account with it; its case counts. */
  sid: string;
  /** DIRECT = the owner controls the account itself. */
  relationship: 'DIRECT' | 'RESELLER';
  /** The system's id with a certification authority. */
  certId?: string;
  /** From 1. */
  line: number;
}

/** Who sells for the owner, of one country or of all others. */
export interface ManagerDomain {
  domain: string;
  /** ISO 3166-1 alpha-2, upper case; null = everywhere that no other is named for. */
  country: string | null;
}

/** An ads.txt or app-ads.txt (ads.txt 1.1). */
export interface AdsTxt {
  records: AdsTxtRecord[];
  contacts: string[];
  /** Hosts with a file of their own; of apps none. */
  subdomains: string[];
  /** Domains of those who own a part of the inventory: their ads.txt authorises sellers of that part. */
  inventoryPartners: string[];
  /** Domain of the owner; null = the root domain that the file is at. */
  ownerDomain: string | null;
  managerDomains: ManagerDomain[];
}
