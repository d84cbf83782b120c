import type { Ext, Video } from '../types.ts';

/** A native request (Native 1.2, 4.1). */
export interface NativeRequest {
  /** "1.2" when absent. */
  ver?: string;
  /** 1 content, 2 social, 3 products. */
  context?: number;
  contextsubtype?: number;
  /** 1 feed, 2 article, 3 outside of the content, 4 recommendations. */
  plcmttype?: number;
  /** Identical placements; 1 when absent. */
  plcmtcnt?: number;
  /** Position in a feed, from 0. */
  seq?: number;
  assets: RequestedAsset[];
  /** 1 = the response may have `assetsurl`. */
  aurlsupport?: number;
  /** 1 = the response may have `dcourl`. */
  durlsupport?: number;
  /** The event trackers that a response may have; absent or empty = the request says nothing of them. */
  eventtrackers?: RequestedTracker[];
  privacy?: number;
  ext?: Ext;
}

/** An asset of a request: exactly one of title, img, video and data (4.2). */
export interface RequestedAsset {
  id: number;
  required?: number;
  title?: RequestedTitle;
  img?: RequestedImage;
  video?: RequestedVideo;
  data?: RequestedData;
  ext?: Ext;
}

/** The maximum length of a title in characters (4.3). */
export interface RequestedTitle {
  len: number;
  ext?: Ext;
}

/** An image in pixels (4.4). A length without a minimum is exact. */
export interface RequestedImage {
  /** 1 icon, 2 logo (deprecated: an icon), 3 main. */
  type?: number;
  w?: number;
  wmin?: number;
  h?: number;
  hmin?: number;
  /** Accepted types; absent or empty = all. */
  mimes?: string[];
  ext?: Ext;
}

/** A video (4.5): OpenRTB's, whose protocols are required. */
export type RequestedVideo = Video & Required<Pick<Video, 'protocols'>>;

/** A text by its type (4.6, 7.4). */
export interface RequestedData {
  type: number;
  /** Maximum characters; 0 or absent = no maximum. */
  len?: number;
  ext?: Ext;
}

/** An event (7.6) with the methods by which it can be tracked (7.7). */
export interface RequestedTracker {
  event: number;
  methods: number[];
  ext?: Ext;
}

/** The response to a native request, in the markup of a bid (5.1), as far as it is checked or extended. */
export interface NativeResponse {
  ver?: string | number;
  assets?: ResponseAsset[];
  /** URL of the assets, instead of `assets`. */
  assetsurl?: string;
  /** URL of a dynamic creative, instead of `assets`. */
  dcourl?: string;
  link: NativeLink;
  imptrackers?: string[];
  jstracker?: string;
  eventtrackers?: ResponseTracker[];
  privacy?: string;
}

/** An asset of a response: at most one of title, img, video and data (5.2). */
export interface ResponseAsset {
  /** May be absent beside `assetsurl` or `dcourl`. */
  id?: number;
  title?: { text: string };
  img?: ResponseImage;
  data?: { value: string; type?: number };
  video?: { vasttag: string };
  link?: NativeLink;
}

/** An image (5.4). Its size in pixels is recommended only; 0 or absent = not stated. */
export interface ResponseImage {
  url: string;
  type?: number;
  w?: number;
  h?: number;
}

/** A landing page with the trackers of clicks (5.7). */
export interface NativeLink {
  url: string;
  clicktrackers?: string[];
  fallback?: string;
}

/** An event tracker (5.8). Only those of a method of the exchange's own may lack a URL. */
export interface ResponseTracker {
  event: number;
  method: number;
  url?: string;
}
