/** A file that an ad plays. */
export interface MediaFile {
  url: string;
  type: string;
  delivery: string;
  width: number;
  height: number;
  /** Empty unless it is a program. */
  apiFramework: string;
}

/** A tracker of an event; `offset` belongs to `progress`. */
export interface Tracking {
  event: string;
  url: string;
  offset: string;
}

/** What any ad of a response tracks. */
export interface Trackers {
  impressions: readonly string[];
  errors: readonly string[];
  tracking: readonly Tracking[];
  clickTracking: readonly string[];
  /** Called for measurement that does not run. */
  verificationNotExecuted: readonly string[];
}

/** A video ad that can be played, with the trackers of every wrapper around it. */
export interface VideoAd extends Trackers {
  /** Empty = a click leads nowhere. */
  clickThrough: string;
  /** As written: `HH:MM:SS` or `n%`; empty = it cannot be skipped. */
  skipOffset: string;
  /** Seconds; NaN when it is not told. */
  duration: number;
  files: readonly MediaFile[];
}

/** A pointer to another response. */
export interface Wrapper extends Trackers {
  tagUrl: string;
  /** Where a click leads if the ad inside does not say. */
  clickThrough: string;
  followAdditionalWrappers: boolean;
  allowMultipleAds: boolean;
  fallbackOnNoAd: boolean;
}

/** One ad of a response. */
export type ResponseAd = {
  /** Position in a pod; null = it stands alone. */
  sequence: number | null;
} & ({ kind: 'inline'; ad: VideoAd | null; errors: readonly string[] } | { kind: 'wrapper'; wrapper: Wrapper });

/** A response that was read, or the error code that says why not (standards 1.6). */
export type VastResult =
  | { ok: true; errors: readonly string[]; ads: readonly ResponseAd[] }
  | { ok: false; code: number };

/** Why there is no ad, and who is to be told. */
export interface VastFault {
  code: number;
  errors: readonly string[];
}
