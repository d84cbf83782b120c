/** Parameters of a request by the names of our ad tags, such as `url`, `gdpr_consent` or a key of the publisher's own. */
export type Params = Readonly<Record<string, string | number>>;

/** The same as they are sent. */
export type RequestParams = Readonly<Record<string, string>>;

/** How a slot shows ads. */
export type Format = 'display' | 'outstream' | 'instream';

/** What pages can listen to. */
export type AdEventName = 'filled' | 'empty' | 'impression' | 'click' | 'error' | 'complete';

/** Why a slot shows nothing, or what went wrong: a word of ours, or an error code of VAST. */
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

/** Which break of the content an ad is in. */
export type Position = 'pre' | 'mid' | 'post';

/** What a listener is told. */
export interface AdEvent {
  type: AdEventName;
  /** Id of the slot, as in the handle that the page got. */
  slot: string;
  /** Null while a placement's is not known. */
  format: Format | null;
  /** Null when the page has no such element. */
  target: Element | null;
  /** Empty where a placement names it and is not known yet. */
  channel: string;
  placement: string;
  /** Of instream ads. */
  position?: Position;
  /** Of the ad in pixels; with `filled`. */
  width?: number;
  height?: number;
  /** With `error` and `empty`. */
  code?: FaultCode;
}

/** What a page says about any slot. */
export interface SlotOptions {
  /** A selector or an element; instream: the video. */
  target: string | Element;
  /** Uid of a channel, or else: */
  channel?: string;
  /** Name of a placement of the app that `init` named. */
  placement?: string;
  /** How long to wait for an ad, in milliseconds. */
  timeoutMs?: number;
  /** Seconds in view until the next ad; 0 = none. Not for instream. */
  refresh?: number;
  params?: Params;
  /** Base URL of another ad server than the one that the script came from. */
  ads?: string;
}

/** A banner. */
export interface DisplayOptions extends SlotOptions {
  /** `[[300, 250], [320, 50]]` or `300x250,320x50`. */
  sizes?: readonly (readonly [number, number])[] | string;
  /** Whether the target disappears when there is no ad; true unless said otherwise. */
  collapse?: boolean;
}

/** A video ad by itself. */
export interface OutstreamOptions extends SlotOptions {
  /** Most pixels; else as wide as the target. */
  width?: number;
}

/** Video ads around a video of the page. */
export interface InstreamOptions extends SlotOptions {
  /** Whether an ad comes before the content; true unless said otherwise. */
  preRoll?: boolean;
  /** Seconds of the content at which ads come. */
  midRolls?: readonly number[];
  postRoll?: boolean;
}

/** What a page holds of a slot. */
export interface Slot {
  id: string;
  /** Asks for another ad now; instream: nothing. */
  refresh(): void;
  /** Takes the ad away and stops everything. */
  destroy(): void;
}

/** The words of the player. */
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

/** What a page says once. */
export interface InitOptions {
  /** Key of the app whose settings and placements are loaded. */
  app?: string;
  ads?: string;
  /** For every request of the page. */
  params?: Params;
  /** How long to wait for the page's consent platform, in milliseconds. */
  consentTimeoutMs?: number;
  /** Whether banners are shown in frames of the ad server, which a strict content security policy asks for. */
  hostedFrames?: boolean;
  labels?: Partial<Labels>;
}
