import { areAssetsDistinct, isOfOneKind } from './assetRules.ts';
import type { ResponseAsset, ResponseImage, ResponseTracker, NativeResponse, NativeLink } from './nativeTypes.ts';
import { parseNative } from './parseNative.ts';
import {
  document,
  Findings,
  integer,
  isEmpty,
  listOf,
  objectOf,
  required,
  size,
  text,
  texts,
  textUpTo,
  type Check,
  type Fields,
  type Rule,
} from '../fieldChecks.ts';
import { MAX_VAST_BYTES } from '../../vast/parseVast.ts';

const url = textUpTo(16_384, true);

/** 5.7 */
const link = objectOf({ url, clicktrackers: texts, fallback: text } satisfies Fields<NativeLink>, required('url'));

/** 5.3 */
const title = objectOf({ text }, required('text'));

/** 5.4 */
const img = objectOf({ url, type: integer, w: size, h: size } satisfies Fields<ResponseImage>, required('url'));

/** 5.5 */
const data = objectOf({ value: text, type: integer }, required('value'));

/** 5.6 */
const video = objectOf({ vasttag: textUpTo(MAX_VAST_BYTES, true) }, required('vasttag'));

/** 5.2 */
const asset = objectOf({ id: integer, title, img, data, video, link } satisfies Fields<ResponseAsset>, isOfOneKind);

/** 5.8: a tracker by image or script has a URL. */
const hasUrl: Rule = (tracker, path, found) => {
  if ((tracker['method'] === 1 || tracker['method'] === 2) && isEmpty(tracker['url'])) {
    found.fault(path, 'url', 'required', 'Required');
  }
  return tracker;
};

/** 5.8 */
const tracker = objectOf(
  { event: integer, method: integer, url: text } satisfies Fields<ResponseTracker>,
  required('event'),
  required('method'),
  hasUrl,
);

const anyVersion: Check = (value) => value;

/** 5.1 */
const response = objectOf(
  {
    ver: anyVersion,
    assets: listOf(asset, 100),
    assetsurl: url,
    dcourl: url,
    link,
    imptrackers: texts,
    jstracker: document,
    eventtrackers: listOf(tracker, 100),
    privacy: text,
  } satisfies Fields<NativeResponse>,
  required('link'),
  areAssetsDistinct,
);

/** Reads the markup of a native ad (Native 1.2, section 5); null when it violates the standard. Never throws. */
export function readNativeResponse(adm: string): NativeResponse | null {
  const parsed = parseNative(adm);
  if (parsed === null) return null;
  const found = new Findings();
  const read = response(parsed.native, '', { name: '', above: null }, found);
  return found.faults.length > 0 ? null : (read as NativeResponse);
}
