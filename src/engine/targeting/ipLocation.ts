import type { Location } from './requestTraits.ts';

/** The location of an IP address, as far as the data has it: texts are empty and numbers null where it does not. */
export interface IpLocation {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 3166-2: US-CA. */
  region: string;
  /** As written in the data. */
  city: string;
  postalCode: string;
  dma: string;
  location: Location | null;
  /** Number of the autonomous system; `organisation` is its owner. */
  asn: number | null;
  organisation: string;
}

/** Finds the location of an IP address; null when it is unknown. */
export type Locate = (address: string) => IpLocation | null;
