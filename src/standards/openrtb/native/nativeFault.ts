import type { BidFault } from '../bid/bidFault.ts';
import { nativeLoadsPlainHttp } from './nativeLoadsPlainHttp.ts';
import { nativeRequestOf } from './nativeRequestOf.ts';
import { imageTypeOf, isImageOfSize, isTextWithin } from './nativeTerms.ts';
import type {
  ResponseAsset,
  ResponseImage,
  NativeResponse,
  NativeRequest,
  RequestedAsset,
  RequestedImage,
} from './nativeTypes.ts';
import { nativeVideoFault } from './nativeVideoFault.ts';
import { readNativeResponse } from './readNativeResponse.ts';
import { withRequestedTrackers } from './withRequestedTrackers.ts';
import { assetKinds } from './assetRules.ts';

/**
 * The fault of native markup (`adm`) as the response to `request`, the text of a native request; null when it is valid
 * (Native 1.2, section 5): its form, its assets against those requested, and plain http where it
 * `mustBeSecure`. Trackers that were not requested are no fault: they are not passed on.
 */
export function nativeFault(adm: string, request: string, mustBeSecure: boolean): BidFault | null {
  const requested = nativeRequestOf(request);
  const response = readNativeResponse(adm);
  if (requested === null || response === null) return 'native_malformed';
  return (
    assetsFault(response, requested) ??
    (mustBeSecure && nativeLoadsPlainHttp(withRequestedTrackers(response, requested)) ? 'not_secure' : null)
  );
}

/** 4.1: a response complies with the list of requested assets. Those behind a URL cannot be checked. */
function assetsFault(
  response: NativeResponse,
  { assets: requested, aurlsupport, durlsupport }: NativeRequest,
): BidFault | null {
  const { assets = [], assetsurl, dcourl } = response;
  if ((assetsurl !== undefined && aurlsupport !== 1) || (dcourl !== undefined && durlsupport !== 1)) {
    return 'native_url_not_supported';
  }
  const isElsewhere = assetsurl !== undefined || dcourl !== undefined;
  if (!isElsewhere) {
    if (assets.length === 0 || requested.some((each) => each.required === 1 && !hasContent(each, assets))) {
      return 'native_asset_missing';
    }
    // 5.2: beside a URL, ids are optional.
    if (assets.some(({ id }) => id === undefined)) return 'native_malformed';
  }
  for (const asset of assets) {
    const fault =
      asset.id === undefined
        ? null
        : assetFault(
            asset,
            requested.find(({ id }) => id === asset.id),
          );
    if (fault !== null) return fault;
  }
  return null;
}

/** Whether a requested asset is there, of its kind and not empty. */
function hasContent(requested: RequestedAsset, assets: readonly ResponseAsset[]): boolean {
  const asset = assets.find(({ id }) => id === requested.id);
  if (asset === undefined) return false;
  const { title, img, video, data } = asset;
  if (requested.title) return title !== undefined && title.text !== '';
  if (requested.data) return data !== undefined && data.value !== '';
  return (requested.img ? img : video) !== undefined;
}

/** The data type (7.4) of descriptions: longer ones may be cut where they are shown. */
const description = 2;

function assetFault(asset: ResponseAsset, requested: RequestedAsset | undefined): BidFault | null {
  const kind = assetKinds.find((each) => asset[each] !== undefined);
  if (requested === undefined || (kind !== undefined && requested[kind] === undefined)) {
    return 'native_asset_not_requested';
  }
  const { title, img, video, data } = asset;
  if (title && requested.title) return isTextWithin(title.text, requested.title.len) ? null : 'native_text_too_long';
  if (img && requested.img) return imageFault(img, requested.img);
  if (video && requested.video) return nativeVideoFault(video.vasttag, requested.video);
  if (!data || !requested.data) return null;
  const { type, len } = requested.data;
  if (data.type !== undefined && data.type !== type) return 'native_asset_not_requested';
  return type === description || isTextWithin(data.value, len) ? null : 'native_text_too_long';
}

/** 4.4, 5.4: what a response does not say of an image is not held against it. */
function imageFault({ type, w = 0, h = 0 }: ResponseImage, requested: RequestedImage): BidFault | null {
  const isOfType = !type || !requested.type || imageTypeOf(type) === imageTypeOf(requested.type);
  if (!isOfType) return 'native_asset_not_requested';
  return isImageOfSize(requested, w, h) ? null : 'size_not_offered';
}
