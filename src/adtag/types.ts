/** Request parameters by the names of our ad tags, such as `url`, `gdpr_consent` or a key of the publisher. */
export type Params = Readonly<Record<string, string | number>>;

/** Request parameters as they are sent. */
export type RequestParams = Readonly<Record<string, string>>;

/** Ad format of a slot. */
export type Format = 'display' | 'outstream' | 'instream';

/** Events that pages can listen to. */
export type AdEventName = 'filled' | 'empty' | 'impression' | 'click' | 'error' | 'complete';

/** Why a slot shows nothing, or what went wrong: a code of ours, or a VAST error code. */
export type FaultCode =
  | 'off'
  | 'no_target'
  | 'no_channel'
  | 'unknown_placement'
  | 'wrong_format'
  | 'unknown_key'
  | 'config_failed'
  | 'request_failed'
  | 'no_ad'
  | 'internal'
  | number;

/** Ad break of an instream ad. */
export type Position = 'pre' | 'mid' | 'post';

/** The event that listeners receive. */
export interface AdEvent {
  type: AdEventName;
  /** ID of the slot, as in the page's handle. */
  slot: string;
  /** Null until a placement's format is known. */
  format: Format | null;
  /** Null when the page has no such element. */
  target: Element | null;
  /** Empty until a placement's channel is known. */
  channel: string;
  placement: string;
  /** Of instream ads. */
  position?: Position;
  /** Size of the ad in pixels; with `filled`. */
  width?: number;
  height?: number;
  /** With `error` and `empty`. */
  code?: FaultCode;
}

/** The options that all formats share. */
export interface SlotOptions {
  /** A selector or an element; for instream, the video. */
  target: string | Element;
  /** UID of a channel, an alternative to `placement`. */
  channel?: string;
  /** Name of a placement of the app set by `init`. */
  placement?: string;
  /** Maximum wait for an ad, in milliseconds. */
  timeoutMs?: number;
  /** Seconds in view until the next ad; 0 = none. Not for instream. */
  refresh?: number;
  params?: Params;
  /** Base URL of another ad server than that of the script. */
  ads?: string;
}

export interface DisplayOptions extends SlotOptions {
  /** `[[300, 250], [320, 50]]` or `300x250,320x50`. */
  sizes?: readonly (readonly [number, number])[] | string;
  /** Whether the target is hidden when there is no ad; true by default. */
  collapse?: boolean;
}

export interface OutstreamOptions extends SlotOptions {
  /** Maximum width in pixels; by default the width of the target. */
  width?: number;
}

export interface InstreamOptions extends SlotOptions {
  /** Whether an ad plays before the content; true by default. */
  preRoll?: boolean;
  /** Seconds of the content at which ad breaks start. */
  midRolls?: readonly number[];
  postRoll?: boolean;
}

/** The page's handle of a slot. */
export interface Slot {
  id: string;
  /** Requests another ad now; does nothing for instream. */
  refresh(): void;
  /** Removes the ad and stops the slot. */
  destroy(): void;
}

/** Texts of the player. */
export interface Labels {
  ad: string;
  more: string;
  skip: string;
  skipIn: string;
  play: string;
  pause: string;
  mute: string;
  unmute: string;
  close: string;
}

/** Options of the whole page. */
export interface InitOptions {
  /** Key of the app whose settings and placements are loaded. */
  app?: string;
  ads?: string;
  /** Parameters of every request of the page. */
  params?: Params;
  /** Maximum wait for the page's consent platform, in milliseconds. */
  consentTimeoutMs?: number;
  /** Whether banners are shown in frames of the ad server, which a strict content security policy requires. */
  hostedFrames?: boolean;
  labels?: Partial<Labels>;
}
