import type { Location } from './requestTraits.ts';

/** Where an IP address is, as far as data tell: texts are empty and numbers null where they do not. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 3166-2: US-CA. */
  region: string;
  /** As the data write it. */
  city: string;
  postalCode: string;
  dma: string;
  location: Location | null;
  /** Number and owner of the autonomous system. */
  asn: number | null;
  organisation: string;
}

/** Finds the place of an IP address; null where nothing is known of it. */
export type Locate = (address: string) => Place | null;
