import { areAssetsDistinct, assetKinds, isOfOneKind } from './assetRules.ts';
import type {
  NativeRequest,
  RequestedAsset,
  RequestedData,
  RequestedImage,
  RequestedTitle,
  RequestedTracker,
} from './nativeTypes.ts';
import { listWithoutNulls, numericFlag, numericInteger, numericSize, numericValue } from './tolerantChecks.ts';
import {
  anyObject,
  isObject,
  objectOf,
  required,
  text,
  texts,
  type Check,
  type Fields,
  type Rule,
} from '../fieldChecks.ts';
import { videoShape } from '../request/mediaShapes.ts';

/** A whole number from 1. */
const count: Check = (value, name, path, found) => {
  const read = numericSize(value, name, path, found);
  if (read === 0) found.fault(path, name, 'too_small', 'At least 1');
  return read;
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
  type: numericInteger,
  w: numericSize,
  wmin: numericSize,
  h: numericSize,
  hmin: numericSize,
  mimes: texts,
  ext: anyObject,
} satisfies Fields<RequestedImage>);

/** 4.5: OpenRTB's video, with protocols. Its durations are required by the standard, and often missing. */
const videoTerms = videoShape(required('protocols', 'At least one protocol is required'));

/** 4.5: the numbers of a video that may be written as texts. */
const withVideoNumbers = objectOf({
  minduration: numericValue,
  maxduration: numericValue,
  w: numericValue,
  h: numericValue,
  startdelay: numericValue,
  linearity: numericValue,
  skip: numericValue,
  protocols: listWithoutNulls(numericValue),
});

/** 4.5 */
const video: Check = (value, name, path, found) =>
  isObject(value)
    ? videoTerms(withVideoNumbers(value, name, path, found), name, path, found)
    : videoTerms(value, name, path, found);

/** 4.6 */
const data = objectOf(
  { type: numericInteger, len: numericSize, ext: anyObject } satisfies Fields<RequestedData>,
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
  {
    id: numericInteger,
    required: numericFlag,
    title,
    img,
    video,
    data,
    ext: anyObject,
  } satisfies Fields<RequestedAsset>,
  required('id'),
  hasKind,
  isOfOneKind,
);

/** 4.7 */
const tracker = objectOf(
  {
    event: numericInteger,
    methods: listWithoutNulls(numericInteger, 100),
    ext: anyObject,
  } satisfies Fields<RequestedTracker>,
  required('event'),
  required('methods', 'At least one method is required'),
);

/** Maximum assets and event trackers. Requests have about ten. */
const maxItems = 100;

/**
 * A native request (4.1). Values that are in no list of section 7 are passed on, and values of another type that are
 * unambiguous (`"90"`, `true`) are corrected with a note.
 */
export const nativeRequestShape = objectOf(
  {
    ver: version,
    context: numericInteger,
    contextsubtype: numericInteger,
    plcmttype: numericInteger,
    plcmtcnt: numericSize,
    seq: numericSize,
    assets: listWithoutNulls(asset, maxItems),
    aurlsupport: numericFlag,
    durlsupport: numericFlag,
    eventtrackers: listWithoutNulls(tracker, maxItems),
    privacy: numericFlag,
    ext: anyObject,
  } satisfies Fields<NativeRequest>,
  required('assets', 'At least one asset is required'),
  areAssetsDistinct,
);
