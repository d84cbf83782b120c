/**
 * OpenRTB 2.6 as objects, as far as we read and write it. Requests of 2.5 are upgraded to this form when they are read.
 * Unlisted fields stay as received, under their own names.
 */

/** Fields beyond those defined. */
export type Ext = Record<string, unknown>;

/** A bid request (3.2.1): an offer of one or more imps. */
export interface BidRequest {
  id: string;
  imp: Imp[];
  site?: Site;
  app?: App;
  dooh?: Ext;
  device?: Device;
  user?: User;
  regs?: Regs;
  source?: Source;
  test?: 0 | 1;
  /** 1 first price, 2 second price. */
  at?: number;
  /** Milliseconds, including the network. */
  tmax?: number;
  wseat?: string[];
  bseat?: string[];
  /** ISO 4217. */
  cur?: string[];
  /** Allowed languages of creatives, ISO 639-1. */
  wlang?: string[];
  /** The same as BCP 47 tags, instead of `wlang`. */
  wlangb?: string[];
  bcat?: string[];
  acat?: string[];
  cattax?: number;
  badv?: string[];
  bapp?: string[];
  ext?: Ext;
}

/** An offered imp (3.2.4). Prices are CPM. */
export interface Imp {
  id: string;
  banner?: Banner;
  video?: Video;
  audio?: Audio;
  native?: Native;
  pmp?: Pmp;
  tagid?: string;
  instl?: 0 | 1;
  rwdd?: 0 | 1;
  bidfloor?: number;
  bidfloorcur?: string;
  /** Whether markup must use https; absent = unknown. */
  secure?: 0 | 1;
  /** Seconds between auction and billing. */
  exp?: number;
  displaymanager?: string;
  displaymanagerver?: string;
  ext?: Ext;
}

/** A size in pixels. */
export interface Format {
  w?: number;
  h?: number;
  wratio?: number;
  hratio?: number;
  wmin?: number;
}

/** A banner (3.2.6). */
export interface Banner {
  format?: Format[];
  w?: number;
  h?: number;
  btype?: number[];
  battr?: number[];
  pos?: number;
  mimes?: string[];
  topframe?: 0 | 1;
  expdir?: number[];
  api?: number[];
  id?: string;
  vcm?: 0 | 1;
  ext?: Ext;
}

/** Common fields of video and audio. */
export interface Timed {
  mimes: string[];
  /** Seconds. */
  minduration?: number;
  maxduration?: number;
  startdelay?: number;
  protocols?: number[];
  sequence?: number;
  slotinpod?: number;
  podid?: string;
  podseq?: number;
  /** Total seconds of a dynamic pod. */
  poddur?: number;
  /** Maximum ads of a dynamic pod. */
  maxseq?: number;
  rqddurs?: number[];
  mincpmpersec?: number;
  durfloors?: { mindur?: number; maxdur?: number; bidfloor?: number }[];
  battr?: number[];
  maxextended?: number;
  minbitrate?: number;
  maxbitrate?: number;
  delivery?: number[];
  api?: number[];
  companionad?: Banner[];
  companiontype?: number[];
  ext?: Ext;
}

/** A video (3.2.7). */
export interface Video extends Timed {
  w?: number;
  h?: number;
  placement?: number;
  plcmt?: number;
  linearity?: number;
  skip?: 0 | 1;
  skipmin?: number;
  skipafter?: number;
  boxingallowed?: 0 | 1;
  playbackmethod?: number[];
  playbackend?: number;
  pos?: number;
  poddedupe?: number[];
}

/** An audio ad (3.2.8). */
export interface Audio extends Timed {
  feed?: number;
  stitched?: 0 | 1;
  nvol?: number;
}

/** A native ad (3.2.9). */
export interface Native {
  /** JSON text of a native request. */
  request: string;
  ver?: string;
  api?: number[];
  battr?: number[];
  ext?: Ext;
}

/** The private marketplace of an imp (3.2.11). */
export interface Pmp {
  private_auction?: 0 | 1;
  deals?: Deal[];
  ext?: Ext;
}

/** A deal (3.2.12). Its floor does not inherit the imp's currency. */
export interface Deal {
  id: string;
  bidfloor?: number;
  bidfloorcur?: string;
  /** 1 first price, 2 second price, 3 the floor is the price. */
  at?: number;
  wseat?: string[];
  wadomain?: string[];
  guar?: 0 | 1;
  mincpmpersec?: number;
  durfloors?: Timed['durfloors'];
  ext?: Ext;
}

/** The publisher of a site or app (3.2.15). */
export interface Publisher {
  id?: string;
  name?: string;
  cat?: string[];
  domain?: string;
  ext?: Ext;
}

/** Common fields of sites and apps. */
interface SiteOrApp {
  id?: string;
  name?: string;
  domain?: string;
  cat?: string[];
  cattax?: number;
  sectioncat?: string[];
  pagecat?: string[];
  privacypolicy?: 0 | 1;
  publisher?: Publisher;
  content?: Content;
  keywords?: string;
  kwarray?: string[];
  inventorypartnerdomain?: string;
  ext?: Ext;
}

/** A website (3.2.13). */
export interface Site extends SiteOrApp {
  page?: string;
  ref?: string;
  search?: string;
  mobile?: 0 | 1;
}

/** An app (3.2.14). */
export interface App extends SiteOrApp {
  bundle?: string;
  storeurl?: string;
  ver?: string;
  paid?: 0 | 1;
}

/** The content around the ad (3.2.16). */
export interface Content {
  id?: string;
  title?: string;
  series?: string;
  season?: string;
  episode?: number;
  genre?: string;
  url?: string;
  cat?: string[];
  cattax?: number;
  contentrating?: string;
  livestream?: 0 | 1;
  /** Seconds. */
  len?: number;
  language?: string;
  langb?: string;
  network?: { id?: string; name?: string; domain?: string; ext?: Ext };
  channel?: { id?: string; name?: string; domain?: string; ext?: Ext };
  ext?: Ext;
}

/** The viewer's device (3.2.18). */
export interface Device {
  geo?: Geo;
  dnt?: 0 | 1;
  lmt?: 0 | 1;
  ua?: string;
  sua?: Ext;
  ip?: string;
  ipv6?: string;
  devicetype?: number;
  make?: string;
  model?: string;
  os?: string;
  osv?: string;
  hwv?: string;
  h?: number;
  w?: number;
  ppi?: number;
  pxratio?: number;
  js?: 0 | 1;
  language?: string;
  langb?: string;
  carrier?: string;
  mccmnc?: string;
  connectiontype?: number;
  ifa?: string;
  didsha1?: string;
  didmd5?: string;
  dpidsha1?: string;
  dpidmd5?: string;
  macsha1?: string;
  macmd5?: string;
  ext?: Ext;
}

/** A location (3.2.19). */
export interface Geo {
  lat?: number;
  lon?: number;
  type?: number;
  accuracy?: number;
  lastfix?: number;
  /** ISO 3166-1 alpha-3. */
  country?: string;
  /** The subdivision's part of ISO 3166-2. */
  region?: string;
  metro?: string;
  city?: string;
  zip?: string;
  utcoffset?: number;
  ext?: Ext;
}

/** The viewer's ids from one other source (3.2.27). */
export interface Eid {
  source?: string;
  inserter?: string;
  matcher?: string;
  mm?: number;
  uids?: { id?: string; atype?: number; ext?: Ext }[];
  ext?: Ext;
}

/** The viewer (3.2.20). */
export interface User {
  id?: string;
  buyeruid?: string;
  yob?: number;
  gender?: string;
  keywords?: string;
  kwarray?: string[];
  customdata?: string;
  geo?: Geo;
  data?: Ext[];
  /** TCF consent string. */
  consent?: string;
  eids?: Eid[];
  ext?: Ext;
}

/** Regulations that apply to the request (3.2.3). */
export interface Regs {
  coppa?: 0 | 1;
  gdpr?: 0 | 1;
  us_privacy?: string;
  gpp?: string;
  gpp_sid?: number[];
  ext?: Ext;
}

/** The origin of the request (3.2.2). */
export interface Source {
  fd?: 0 | 1;
  tid?: string;
  pchain?: string;
  schain?: SchainObject;
  ext?: Ext;
}

/** A supply chain as OpenRTB writes it (3.2.25). */
export interface SchainObject {
  ver?: string;
  complete: number;
  nodes: SchainNode[];
  ext?: Ext;
}

/** A node of a supply chain (3.2.26). */
export interface SchainNode {
  asi: string;
  sid: string;
  rid?: string;
  name?: string;
  domain?: string;
  hp?: number;
  ext?: Ext;
}

/** Media type of an ad. */
export type MediaType = 'banner' | 'video' | 'audio' | 'native';
