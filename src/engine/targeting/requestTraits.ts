import type { Environment } from '#model/index.ts';
import type { SupplyChain } from '#standards/supplychain/supplyChain.ts';

/** A place on the earth in degrees. */
export interface Location {
  latitude: number;
  longitude: number;
}

/**
 * What a request tells of itself, in the form in which targetings and lists are compared with it. A text that is empty, a
 * list without entries and null mean that the request does not tell.
 */
export interface RequestTraits {
  readonly environment: Environment;
  /** In the account's zone: 0 from Monday 00:00 on. */
  readonly hourOfWeek: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 3166-2: US-CA. */
  readonly region: string;
  /** Folded, as are all names of things. */
  readonly city: string;
  /** Upper case without spaces. */
  readonly postalCode: string;
  readonly dma: string;
  readonly location: Location | null;
  /** Ids of the trees of reference data. */
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
  /** Provider. */
  readonly carrier: string;
  /** IP address of the viewer. */
  readonly address: string;
  /** Bundle and store id of the app, lower case. */
  readonly apps: readonly string[];
  readonly appName: string;
  /** Host, lower case without www. */
  readonly site: string;
  /** As declared. */
  readonly publisher: string;
  readonly subId: string;
  /** Advertising id, lower case; empty when the viewer has limited it. */
  readonly deviceId: string;
  /** The publisher's own id of the viewer. */
  readonly userId: string;
  /** Ids of IAB Content Taxonomy 1.0. */
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
  /** 'unreadable' for a chain that cannot be read. */
  readonly supplyChain: SupplyChain | 'unreadable' | null;
  /** A parameter of the tag by its name in lower case. */
  parameter(name: string): string;
}

/** The form in which names of things are compared: without case, accents and needless spaces. */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
