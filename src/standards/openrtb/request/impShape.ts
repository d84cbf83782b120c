import { audio, banner, durationFloors, videoShape } from './mediaShapes.ts';
import { native } from './nativeShape.ts';
import {
  amount,
  anyObject,
  currency,
  flag,
  id,
  integer,
  isEmpty,
  isObject,
  listOf,
  required,
  objectOf,
  text,
  texts,
  type Fields,
  type ObjectPath,
  type Rule,
} from '../fieldChecks.ts';
import type { Deal, Imp, Pmp } from '../types.ts';

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
    video: videoShape(),
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
