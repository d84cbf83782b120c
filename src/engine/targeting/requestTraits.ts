import type { Environment } from '#model/index.ts';
import type { SupplyChain } from '#standards/supplychain/supplyChain.ts';

/** Coordinates in degrees. */
export interface Location {
  latitude: number;
  longitude: number;
}

/**
 * The properties of a request, normalized for comparison with targetings and lists. An empty text, an empty list and
 * null mean that the request has no value.
 */
export interface RequestTraits {
  readonly environment: Environment;
  /** In the account's time zone: 0 = Monday 00:00. */
  readonly hourOfWeek: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 3166-2: US-CA. */
  readonly region: string;
  /** Folded with `foldName`, as are all names. */
  readonly city: string;
  /** Upper case without spaces. */
  readonly postalCode: string;
  readonly dma: string;
  readonly location: Location | null;
  /** Ids in the reference data. */
  readonly device: string;
  readonly operatingSystem: string;
  readonly family: string;
  readonly connection: string;
  readonly playerSize: string;
  readonly placement: string;
  readonly position: string;
  readonly isSkippable: boolean | null;
  /** ISO 639, lower case. */
  readonly language: string;
  /** Mobile carrier or internet provider. */
  readonly carrier: string;
  /** IP address of the viewer. */
  readonly address: string;
  /** Bundle and store ID of the app, lower case. */
  readonly apps: readonly string[];
  readonly appName: string;
  /** Host, lower case without www. */
  readonly site: string;
  /** As declared. */
  readonly publisher: string;
  readonly subId: string;
  /** Advertising ID, lower case; empty when the viewer has limited it. */
  readonly deviceId: string;
  /** The publisher's own ID of the viewer. */
  readonly userId: string;
  /** IDs of IAB Content Taxonomy 1.0. */
  readonly categories: readonly string[];
  readonly genres: readonly string[];
  readonly rating: string;
  readonly isLivestream: boolean | null;
  readonly channelName: string;
  readonly networkName: string;
  readonly isGdpr: boolean | null;
  readonly consent: string;
  /** Four characters, upper case: 1YNN. */
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly hasGpc: boolean;
  readonly isCoppa: boolean | null;
  readonly isTrackingLimited: boolean | null;
  /** 'unreadable' for a malformed chain. */
  readonly supplyChain: SupplyChain | 'unreadable' | null;
  /** A parameter of the tag by its lower-case name. */
  parameter(name: string): string;
}

/** Normalizes a name for comparison: no case, no accents, no extra spaces. */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
