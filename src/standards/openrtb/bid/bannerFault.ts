import type { Banner } from '../types.ts';
import { bannerTraits, mayNeedMraid, mraid, type BannerTraits } from './bannerTraits.ts';
import type { BidFault } from './bidFault.ts';
import { isTypeWithin, normalizeMime } from './normalizeMime.ts';

/**
 * The rule of a banner (OpenRTB 2.6, 3.2.6) that an ad violates by what it is, whoever returned it; null when there is
 * none. What is unknown of an ad, such as the size of what a script shows, never counts against it.
 */
export function bannerFault(ad: BannerTraits, banner: Banner): BidFault | null {
  const { api, btype = [], battr = [] } = banner;
  if (ad.apis.length > 0 && !ad.apis.some((each) => api?.includes(each))) return 'api_not_offered';
  if (isOneBlocked(ad.types, btype)) return 'ad_type_blocked';
  if (isOneBlocked(ad.attributes, battr)) return 'attribute_blocked';
  return areTypesOffered(ad.mimes, banner) ? null : 'file_not_offered';
}

/** The rule of a banner that HTML violates. It is read only where it may violate one: most is not. */
export function htmlFault(html: string, banner: Banner): BidFault | null {
  const { api = [], btype = [], battr = [], mimes = [] } = banner;
  const mayViolate =
    (!mraid.some((each) => api.includes(each)) && mayNeedMraid(html)) ||
    (mimes.length > 0 && !isForPages(mimes)) ||
    btype.some((type) => signsOfTypes[type]?.test(html)) ||
    battr.some((attribute) => signsOfAttributes[attribute]?.test(html));
  return mayViolate ? bannerFault(bannerTraits(html), banner) : null;
}

/** Texts of HTML that may be of an AdCOM banner ad type, or have a creative attribute that is to be seen in it. */
const signsOfTypes: Readonly<Record<number, RegExp>> = { 1: /^/, 2: /^/, 3: /<script/i, 4: /<i?frame/i };
const [audio, video] = [/<audio/i, /<video/i];
const signsOfAttributes: Readonly<Record<number, RegExp>> = {
  1: audio,
  2: audio,
  6: video,
  7: video,
  12: /^/,
  17: /flash/i,
};

/** Whether one of some lists has only blocked values. */
function isOneBlocked(lists: readonly (readonly number[])[], blocked: readonly number[]): boolean {
  return blocked.length > 0 && lists.some((list) => list.every((each) => blocked.includes(each)));
}

/** The types of what runs in a page. */
const ofPages = ['text/html', 'application/xhtml+xml', 'text/javascript'];

/** Whether MIME types include those of pages, which show whatever a browser can. */
function isForPages(mimes: readonly string[]): boolean {
  return mimes.some((each) => ofPages.some((type) => isTypeWithin(type, normalizeMime(each))));
}

/** Whether the place shows all of some MIME types. One with an API (AdCOM) runs scripts, whether it lists them or not. */
function areTypesOffered(types: readonly string[], { mimes = [], api = [] }: Banner): boolean {
  if (types.length === 0 || mimes.length === 0 || isForPages(mimes)) return true;
  const offered = mimes.map(normalizeMime);
  return types.every((type) => {
    if (ofPages.includes(type) && api.length > 0) return true;
    return offered.some((range) => isTypeWithin(type, range));
  });
}
