/** The two files by which owners authorize sellers of their inventory: ads.txt of a site, app-ads.txt of apps. */
export type AdsTxtKind = 'ads' | 'app';

/** A record that authorizes an account of an advertising system. */
export interface AdsTxtRecord {
  /** Domain of the system, lower case. */
  asi: string;
  /** The seller's account ID there, case-sensitive. */
  sid: string;
  /** DIRECT = the owner controls the account itself. */
  relationship: 'DIRECT' | 'RESELLER';
  /** The system's ID with a certification authority. */
  certId?: string;
  /** Line number, from 1. */
  line: number;
}

/** The sales house of the owner, for one country or all others. */
export interface ManagerDomain {
  domain: string;
  /** ISO 3166-1 alpha-2, upper case; null = every country without one of its own. */
  country: string | null;
}

/** An ads.txt or app-ads.txt (ads.txt 1.1). */
export interface AdsTxt {
  records: AdsTxtRecord[];
  contacts: string[];
  /** Hosts with a file of their own; none for apps. */
  subdomains: string[];
  /** Domains of owners of part of the inventory: their ads.txt authorizes the sellers of that part. */
  inventoryPartners: string[];
  /** Domain of the owner; null = the root domain where the file is. */
  ownerDomain: string | null;
  managerDomains: ManagerDomain[];
}
