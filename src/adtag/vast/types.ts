/** A `MediaFile` of a linear creative. */
export interface MediaFile {
  url: string;
  type: string;
  delivery: string;
  width: number;
  height: number;
  /** Empty unless it is a script, such as VPAID or SIMID. */
  apiFramework: string;
}

/** A tracking URL of an event; `offset` applies to `progress` only. */
export interface Tracking {
  event: string;
  url: string;
  offset: string;
}

/** The trackers that wrappers and ads share. */
export interface Trackers {
  impressions: readonly string[];
  errors: readonly string[];
  tracking: readonly Tracking[];
  clickTracking: readonly string[];
  /** Trackers for measurement scripts, which this player does not run. */
  verificationNotExecuted: readonly string[];
}

/** A playable video ad, with the trackers of every wrapper around it. */
export interface VideoAd extends Trackers {
  /** Landing page; empty = none. */
  clickThrough: string;
  /** As written, `HH:MM:SS` or `n%`; empty = not skippable. */
  skipOffset: string;
  /** Seconds; NaN when not declared. */
  duration: number;
  files: readonly MediaFile[];
}

export interface Wrapper extends Trackers {
  tagUrl: string;
  /** Landing page if the wrapped ad has none. */
  clickThrough: string;
  followAdditionalWrappers: boolean;
  allowMultipleAds: boolean;
  fallbackOnNoAd: boolean;
}

export type ResponseAd = {
  /** Position in a pod; null = standalone. */
  sequence: number | null;
} & ({ kind: 'inline'; ad: VideoAd | null; errors: readonly string[] } | { kind: 'wrapper'; wrapper: Wrapper });

/** A parsed response, or the VAST error code of the failure (standards 1.6). */
export type VastResult =
  | { ok: true; errors: readonly string[]; ads: readonly ResponseAd[] }
  | { ok: false; code: number };

/** Why there is no ad: a VAST error code, and the error trackers to fire. */
export interface VastFault {
  code: number;
  errors: readonly string[];
}
