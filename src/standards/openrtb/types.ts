/**
 * OpenRTB 2.6 as objects: what of it we read and write. Requests of 2.5 are brought into this form when they are read.
 * Fields that are not named here are kept as they came, under their own names.
 */

/** Room for what an object carries beyond the fields named. */
export type Ext = Record<string, unknown>;

/** 3.2.1: an offer of one or more impressions. */
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
  /** Milliseconds, network included. */
  tmax?: number;
  wseat?: string[];
  bseat?: string[];
  /** ISO 4217. */
  cur?: string[];
  bcat?: string[];
  acat?: string[];
  cattax?: number;
  badv?: string[];
  bapp?: string[];
  ext?: Ext;
}

/** 3.2.4: one impression that is offered. Prices are CPM. */
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
  /** Whether markup must be https; absent = unknown. */
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

/** 3.2.6 */
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

/** What video and audio share. */
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
  /** Seconds of a dynamic pod. */
  poddur?: number;
  /** Ads of a dynamic pod at most. */
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

/** 3.2.7 */
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

/** 3.2.8 */
export interface Audio extends Timed {
  feed?: number;
  stitched?: 0 | 1;
  nvol?: number;
}

/** 3.2.9 */
export interface Native {
  /** JSON text of a native request. */
  request: string;
  ver?: string;
  api?: number[];
  battr?: number[];
  ext?: Ext;
}

/** 3.2.11 */
export interface Pmp {
  private_auction?: 0 | 1;
  deals?: Deal[];
  ext?: Ext;
}

/** 3.2.12: floors of deals do not inherit the currency of the impression. */
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

/** 3.2.15 */
export interface Publisher {
  id?: string;
  name?: string;
  cat?: string[];
  domain?: string;
  ext?: Ext;
}

/** What sites and apps share. */
interface Place {
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

/** 3.2.13 */
export interface Site extends Place {
  page?: string;
  ref?: string;
  search?: string;
  mobile?: 0 | 1;
}

/** 3.2.14 */
export interface App extends Place {
  bundle?: string;
  storeurl?: string;
  ver?: string;
  paid?: 0 | 1;
}

/** 3.2.16 */
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

/** 3.2.18 */
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

/** 3.2.19 */
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

/** 3.2.27: an id of the viewer from somewhere else. */
export interface Eid {
  source?: string;
  inserter?: string;
  matcher?: string;
  mm?: number;
  uids?: { id?: string; atype?: number; ext?: Ext }[];
  ext?: Ext;
}

/** 3.2.20 */
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

/** 3.2.3 */
export interface Regs {
  coppa?: 0 | 1;
  gdpr?: 0 | 1;
  us_privacy?: string;
  gpp?: string;
  gpp_sid?: number[];
  ext?: Ext;
}

/** 3.2.2 */
export interface Source {
  fd?: 0 | 1;
  tid?: string;
  pchain?: string;
  schain?: SchainObject;
  ext?: Ext;
}

/** 3.2.25: a supply chain as OpenRTB writes it. */
export interface SchainObject {
  ver?: string;
  complete: number;
  nodes: SchainNode[];
  ext?: Ext;
}

/** 3.2.26 */
export interface SchainNode {
  asi: string;
  sid: string;
  rid?: string;
  name?: string;
  domain?: string;
  hp?: number;
  ext?: Ext;
}

/** A form in which an impression can be filled. */
export type MediaType = 'banner' | 'video' | 'audio' | 'native';
