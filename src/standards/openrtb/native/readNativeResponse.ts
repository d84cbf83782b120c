import { areAssetsDistinct, assetKinds, isOfOneKind } from './assetRules.ts';
import type { ResponseAsset, ResponseImage, ResponseTracker, NativeResponse, NativeLink } from './nativeTypes.ts';
import { parseNative } from './parseNative.ts';
import {
  listWithoutNulls,
  numericInteger,
  numericSize,
  textOnly,
  textOrNumber,
  textOrTexts,
  withoutEmptyBesides,
} from './tolerantChecks.ts';
import {
  document,
  Findings,
  isEmpty,
  objectOf,
  required,
  text,
  textUpTo,
  type Check,
  type Fields,
  type Raw,
  type Rule,
} from '../fieldChecks.ts';
import { MAX_VAST_BYTES } from '../../vast/parseVast.ts';

const url = textUpTo(16_384, true);

/** 5.7 */
const link = objectOf(
  { url, clicktrackers: textOrTexts, fallback: text } satisfies Fields<NativeLink>,
  required('url'),
);

/** 5.3 */
const title = objectOf({ text: textOrNumber }, required('text'));

/** 5.4 */
const img = objectOf(
  { url, type: numericInteger, w: numericSize, h: numericSize } satisfies Fields<ResponseImage>,
  required('url'),
);

/** 5.5 */
const data = objectOf({ value: textOrNumber, type: numericInteger }, required('value'));

/** 5.6 */
const video = objectOf({ vasttag: textUpTo(MAX_VAST_BYTES, true) }, required('vasttag'));

/** 5.2 */
const assetOfOneKind = objectOf(
  { id: numericInteger, title, img, data, video, link } satisfies Fields<ResponseAsset>,
  isOfOneKind,
);

/** 5.2: some bidders write the kinds that an asset does not have as empty objects. */
const asset: Check = (value, name, path, found) =>
  assetOfOneKind(withoutEmptyBesides(value, assetKinds), name, path, found);

/** 5.8: a tracker by image or script has a URL. */
const hasUrl: Rule = (tracker, path, found) => {
  if ((tracker['method'] === 1 || tracker['method'] === 2) && isEmpty(tracker['url'])) {
    found.fault(path, 'url', 'required', 'Required');
  }
  return tracker;
};

/** 5.8 */
const tracker = objectOf(
  { event: numericInteger, method: numericInteger, url: text } satisfies Fields<ResponseTracker>,
  required('event'),
  required('method'),
  hasUrl,
);

const anyVersion: Check = (value) => value;

/** 5.1 */
const response = objectOf(
  {
    ver: anyVersion,
    assets: listWithoutNulls(asset, 100),
    assetsurl: url,
    dcourl: url,
    link,
    imptrackers: textOrTexts,
    jstracker: document,
    eventtrackers: listWithoutNulls(tracker, 100),
    privacy: textOnly,
  } satisfies Fields<NativeResponse>,
  required('link'),
  areAssetsDistinct,
);

/** Reads the markup of a native ad (Native 1.2, section 5); null when it violates the standard. Never throws. */
export function readNativeResponse(adm: string): NativeResponse | null {
  const parsed = parseNative(adm);
  return parsed === null ? null : readNative(parsed.native);
}

/** A native response without the nulls, and with the numbers, that were meant; null when it violates the standard. */
export function readNative(native: Raw): NativeResponse | null {
  const found = new Findings();
  const read = response(native, '', { name: '', above: null }, found);
  return found.faults.length > 0 ? null : (read as NativeResponse);
}
