import { checkNativeRequest } from './checkNativeRequest.ts';
import {
  amount,
  anyObject,
  currency,
  document,
  flag,
  id,
  integer,
  integers,
  isEmpty,
  isObject,
  listOf,
  required,
  objectOf,
  size,
  text,
  texts,
  type Fields,
  type ObjectPath,
  type Rule,
} from '../fieldChecks.ts';
import type { Audio, Banner, Deal, Format, Imp, Native, Pmp, Timed, Video } from '../types.ts';

const durationFloors = listOf(objectOf({ mindur: integer, maxdur: integer, bidfloor: amount }), 100);

/** 2.2: a size is either absolute or relative, and complete. */
const isOneSize: Rule = (format, path, found) => {
  const has = (name: string) => format[name] !== undefined && format[name] !== 0;
  const isAbsolute = has('w') || has('h');
  const isRelative = has('wratio') || has('hratio') || has('wmin');
  if (isAbsolute && isRelative) {
    found.fault(
      path,
      null,
      'contradictory',
      'Use either w and h, or wratio, hratio and wmin; for both, send two format objects',
    );
  } else if (!isAbsolute && !isRelative) {
    found.fault(path, null, 'required', 'Either w and h, or wratio, hratio and wmin are required');
  } else {
    const wanted = isAbsolute ? ['w', 'h'] : ['wratio', 'hratio', 'wmin'];
    for (const name of wanted) if (!has(name)) found.fault(path, name, 'required', 'Required; must be more than 0');
  }
  return format;
};

const format = objectOf(
  { w: size, h: size, wratio: size, hratio: size, wmin: size } satisfies Fields<Format>,
  isOneSize,
);

const banner = objectOf({
  format: listOf(format, 100),
  w: size,
  h: size,
  btype: integers,
  battr: integers,
  pos: integer,
  mimes: texts,
  topframe: flag,
  expdir: integers,
  api: integers,
  id: text,
  vcm: flag,
  ext: anyObject,
} satisfies Fields<Banner>);

const timed = {
  mimes: texts,
  minduration: size,
  maxduration: size,
  startdelay: integer,
  protocols: integers,
  sequence: integer,
  slotinpod: integer,
  podid: text,
  podseq: integer,
  poddur: size,
  maxseq: size,
  rqddurs: listOf(size, 1000),
  mincpmpersec: amount,
  durfloors: durationFloors,
  battr: integers,
  maxextended: integer,
  minbitrate: size,
  maxbitrate: size,
  delivery: integers,
  api: integers,
  companionad: listOf(banner, 100),
  companiontype: integers,
  ext: anyObject,
} satisfies Fields<Timed>;

/** 2.2: exact durations replace a duration range. */
const isOneWayOfDurations: Rule = (media, path, found) => {
  if (isEmpty(media['rqddurs'])) return media;
  for (const name of ['minduration', 'maxduration']) {
    if (isEmpty(media[name])) continue;
    found.fault(path, name, 'contradictory', 'Cannot be combined with rqddurs, which lists exact durations');
  }
  return media;
};

const hasMimes = required('mimes', 'At least one MIME type is required');

const video = objectOf(
  {
    ...timed,
    w: size,
    h: size,
    placement: integer,
    plcmt: integer,
    linearity: integer,
    skip: flag,
    skipmin: size,
    skipafter: size,
    boxingallowed: flag,
    playbackmethod: integers,
    playbackend: integer,
    pos: integer,
    poddedupe: integers,
  } satisfies Fields<Video>,
  hasMimes,
  isOneWayOfDurations,
);

const audio = objectOf(
  { ...timed, feed: integer, stitched: flag, nvol: integer } satisfies Fields<Audio>,
  hasMimes,
  isOneWayOfDurations,
);

const native = objectOf(
  { request: document, ver: text, api: integers, battr: integers, ext: anyObject } satisfies Fields<Native>,
  (object, path, found) => {
    checkNativeRequest(object['request'], path, found);
    return object;
  },
);

const deal = objectOf(
  {
    id,
    bidfloor: amount,
    bidfloorcur: currency,
    at: integer,
    wseat: texts,
    wadomain: texts,
    guar: flag,
    mincpmpersec: amount,
    durfloors: durationFloors,
    ext: anyObject,
  } satisfies Fields<Deal>,
  required('id'),
);

const pmp = objectOf({
  private_auction: flag,
  deals: listOf(deal, 1000),
  ext: anyObject,
} satisfies Fields<Pmp>);

/** 2.2: an imp offers at least one media type. */
const offersMedia: Rule = (imp, path, found) => {
  const isOffer = (name: string) => imp[name] !== undefined;
  if (!isOffer('banner') && !isOffer('video') && !isOffer('audio') && !isOffer('native')) {
    found.fault(path, null, 'required', 'At least one of banner, video, audio or native is required');
  }
  return imp;
};

/** 2.2: a banner has a size, unless it is an interstitial. */
const isBannerSized: Rule = (imp, path: ObjectPath, found) => {
  const banner = imp['banner'];
  if (imp['instl'] === 1 || !isObject(banner) || !isEmpty(banner['format'])) return imp;
  const isSized = (name: string) => banner[name] !== undefined && banner[name] !== 0;
  if (!isSized('w') || !isSized('h')) {
    found.fault(path, 'banner', 'required', 'w and h or at least one format object are required');
  }
  return imp;
};

/** The imp object (3.2.4). */
export const imp = objectOf(
  {
    id,
    banner,
    video,
    audio,
    native,
    pmp,
    tagid: text,
    instl: flag,
    rwdd: flag,
    bidfloor: amount,
    bidfloorcur: currency,
    secure: flag,
    exp: integer,
    displaymanager: text,
    displaymanagerver: text,
    ext: anyObject,
  } satisfies Fields<Imp>,
  required('id'),
  offersMedia,
  isBannerSized,
);
