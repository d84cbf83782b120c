import { areAssetsDistinct, assetKinds, isOfOneKind } from './assetRules.ts';
import type {
  NativeRequest,
  RequestedAsset,
  RequestedData,
  RequestedImage,
  RequestedTitle,
  RequestedTracker,
} from './nativeTypes.ts';
import {
  anyObject,
  flag,
  integer,
  listOf,
  objectOf,
  required,
  size,
  text,
  texts,
  type Check,
  type Fields,
  type Rule,
} from '../fieldChecks.ts';
import { videoShape } from '../request/mediaShapes.ts';

/** The first value of each list of section 7 that exchanges define themselves. */
const firstOfExchange = 500;

/** A value of a list of section 7: `first` to `last`, or one of the exchange's own. */
function listed(first: number, last: number): Check {
  return (value, name, path, found) => {
    const read = integer(value, name, path, found);
    if (typeof read !== 'number' || !Number.isSafeInteger(read)) return read;
    if ((read < first || read > last) && read < firstOfExchange) {
      found.fault(path, name, 'unknown_value', `Must be ${first} to ${last}, or ${firstOfExchange} and more`);
    }
    return read;
  };
}

/** A whole number from 1. */
const count: Check = (value, name, path, found) => {
  if (value === 0) found.fault(path, name, 'too_small', 'At least 1');
  return size(value, name, path, found);
};

/** 4.1: a text. Some exchanges write the version as a number. */
const version: Check = (value, name, path, found) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return text(value, name, path, found);
  found.note(path, String(name), 'invalid_type', 'Sent on as text');
  return value.toFixed(1);
};

/** 4.3 */
const title = objectOf({ len: count, ext: anyObject } satisfies Fields<RequestedTitle>, required('len'));

/** 4.4 */
const img = objectOf({
  type: listed(1, 3),
  w: size,
  wmin: size,
  h: size,
  hmin: size,
  mimes: texts,
  ext: anyObject,
} satisfies Fields<RequestedImage>);

/** 4.5: AdCOM's list of video protocols ends with VAST 4.3 wrappers. */
const areProtocolsListed: Rule = (video, path, found) => {
  if (Array.isArray(video['protocols'])) protocols(video['protocols'], 'protocols', path, found);
  return video;
};
const protocols = listOf(listed(1, 16));

/** 4.5 */
const isDurationRange: Rule = (video, path, found) => {
  const { minduration, maxduration } = video;
  if (typeof minduration === 'number' && typeof maxduration === 'number' && minduration > maxduration) {
    found.fault(path, 'maxduration', 'contradictory', 'Must not be less than minduration');
  }
  return video;
};

/** 4.5: OpenRTB's video, with these terms. */
const video = videoShape(
  required('minduration'),
  required('maxduration'),
  required('protocols', 'At least one protocol is required'),
  areProtocolsListed,
  isDurationRange,
);

/** 4.6 */
const data = objectOf(
  { type: listed(1, 12), len: size, ext: anyObject } satisfies Fields<RequestedData>,
  required('type'),
);

const hasKind: Rule = (asset, path, found) => {
  if (assetKinds.every((kind) => asset[kind] === undefined)) {
    found.fault(path, null, 'required', 'One of title, img, video or data is required');
  }
  return asset;
};

/** 4.2 */
const asset = objectOf(
  { id: integer, required: flag, title, img, video, data, ext: anyObject } satisfies Fields<RequestedAsset>,
  required('id'),
  hasKind,
  isOfOneKind,
);

/** 4.7 */
const tracker = objectOf(
  { event: listed(1, 4), methods: listOf(listed(1, 2), 100), ext: anyObject } satisfies Fields<RequestedTracker>,
  required('event'),
  required('methods', 'At least one method is required'),
);

/** 7.2: subtypes from 10 to 15 are of context 1, and so on. */
const lastSubtypes = [0, 15, 22, 32];

/** 7.2: a subtype is of the context that it is combined with. A context or subtype of 0 says nothing. */
const isSubtypeOfContext: Rule = (request, path, found) => {
  const { context, contextsubtype: subtype } = request;
  if (typeof subtype !== 'number' || subtype === 0 || subtype >= firstOfExchange) return request;
  const owner = Math.floor(subtype / 10);
  if (owner < 1 || subtype > (lastSubtypes[owner] ?? 0)) {
    found.fault(path, 'contextsubtype', 'unknown_value', 'Must be a value of the list of context subtypes');
  } else if (typeof context === 'number' && context > 0 && context < firstOfExchange && context !== owner) {
    found.fault(path, 'contextsubtype', 'contradictory', `Cannot be combined with context ${context}`);
  }
  return request;
};

/** Maximum assets and event trackers. Requests have about ten. */
const maxItems = 100;

/** A native request (4.1). The context, its subtype and the placement type are recommended only: 0 says nothing. */
export const nativeRequestShape = objectOf(
  {
    ver: version,
    context: listed(0, 3),
    contextsubtype: integer,
    plcmttype: listed(0, 4),
    plcmtcnt: count,
    seq: size,
    assets: listOf(asset, maxItems),
    aurlsupport: flag,
    durlsupport: flag,
    eventtrackers: listOf(tracker, maxItems),
    privacy: flag,
    ext: anyObject,
  } satisfies Fields<NativeRequest>,
  required('assets', 'At least one asset is required'),
  areAssetsDistinct,
  isSubtypeOfContext,
);
