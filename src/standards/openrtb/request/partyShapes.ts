import {
  anyObject,
  exclusive,
  flag,
  integer,
  integers,
  listOf,
  required,
  number,
  objectOf,
  size,
  text,
  texts,
  type Fields,
} from '../fieldChecks.ts';
import type {
  App,
  Content,
  Device,
  Eid,
  Geo,
  Publisher,
  Regs,
  SchainNode,
  SchainObject,
  Site,
  Source,
  User,
} from '../types.ts';

const publisher = objectOf({
  id: text,
  name: text,
  cat: texts,
  domain: text,
  ext: anyObject,
} satisfies Fields<Publisher>);

const party = objectOf({ id: text, name: text, domain: text, ext: anyObject });

const isOneOfKeywords = exclusive('kwarray', 'keywords');
const isOneOfLanguages = exclusive('langb', 'language');

const content = objectOf(
  {
    id: text,
    title: text,
    series: text,
    season: text,
    episode: integer,
    genre: text,
    url: text,
    cat: texts,
    cattax: integer,
    contentrating: text,
    livestream: flag,
    len: integer,
    language: text,
    langb: text,
    network: party,
    channel: party,
    ext: anyObject,
  } satisfies Fields<Content>,
  isOneOfKeywords,
  isOneOfLanguages,
);

const path = {
  id: text,
  name: text,
  domain: text,
  cat: texts,
  cattax: integer,
  sectioncat: texts,
  pagecat: texts,
  privacypolicy: flag,
  publisher,
  content,
  keywords: text,
  kwarray: texts,
  inventorypartnerdomain: text,
  ext: anyObject,
};

/** The site object (3.2.13). */
export const site = objectOf(
  { ...path, page: text, ref: text, search: text, mobile: flag } satisfies Fields<Site>,
  isOneOfKeywords,
);

/** The app object (3.2.14). */
export const app = objectOf(
  { ...path, bundle: text, storeurl: text, ver: text, paid: flag } satisfies Fields<App>,
  isOneOfKeywords,
);

const geo = objectOf({
  lat: number,
  lon: number,
  type: integer,
  accuracy: size,
  lastfix: integer,
  country: text,
  region: text,
  metro: text,
  city: text,
  zip: text,
  utcoffset: integer,
  ext: anyObject,
} satisfies Fields<Geo>);

/** The device object (3.2.18). */
export const device = objectOf(
  {
    geo,
    dnt: flag,
    lmt: flag,
    ua: text,
    sua: anyObject,
    ip: text,
    ipv6: text,
    devicetype: integer,
    make: text,
    model: text,
    os: text,
    osv: text,
    hwv: text,
    h: size,
    w: size,
    ppi: size,
    pxratio: number,
    js: flag,
    language: text,
    langb: text,
    carrier: text,
    mccmnc: text,
    connectiontype: integer,
    ifa: text,
    didsha1: text,
    didmd5: text,
    dpidsha1: text,
    dpidmd5: text,
    macsha1: text,
    macmd5: text,
    ext: anyObject,
  } satisfies Fields<Device>,
  isOneOfLanguages,
);

const eids = listOf(
  objectOf({
    source: text,
    inserter: text,
    matcher: text,
    mm: integer,
    uids: listOf(objectOf({ id: text, atype: integer, ext: anyObject }), 1000),
    ext: anyObject,
  } satisfies Fields<Eid>),
  1000,
);

/** The user object (3.2.20), including the fields that 2.5 has in its extension. */
export const user = objectOf(
  {
    id: text,
    buyeruid: text,
    yob: integer,
    gender: text,
    keywords: text,
    kwarray: texts,
    customdata: text,
    geo,
    data: listOf(anyObject, 1000),
    consent: text,
    eids,
    ext: objectOf({ consent: text, eids }),
  } satisfies Fields<User>,
  isOneOfKeywords,
);

const signals = { gdpr: flag, us_privacy: text, gpp: text, gpp_sid: integers };

/** The regs object (3.2.3), including the fields that 2.5 has in its extension. */
export const regs = objectOf({ coppa: flag, ...signals, ext: objectOf(signals) } satisfies Fields<Regs>);

/** The supply chain object (3.2.25). */
export const schain = objectOf(
  {
    ver: text,
    complete: integer,
    nodes: listOf(
      objectOf(
        {
          asi: text,
          sid: text,
          rid: text,
          name: text,
          domain: text,
          hp: integer,
          ext: anyObject,
        } satisfies Fields<SchainNode>,
        required('asi'),
        required('sid'),
      ),
      200,
    ),
    ext: anyObject,
  } satisfies Fields<SchainObject>,
  required('complete'),
  required('nodes', 'At least one node is required'),
);

/** The source object (3.2.2), including the fields that 2.5 has in its extension. */
export const source = objectOf({
  fd: flag,
  tid: text,
  pchain: text,
  schain,
  ext: objectOf({ schain }),
} satisfies Fields<Source>);
