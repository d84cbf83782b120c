import type { MediaFile } from '#model/index.ts';
import { normalizeMime } from '#standards/openrtb/bid/normalizeMime.ts';
import { nativeRequestOf } from '#standards/openrtb/native/nativeRequestOf.ts';
import { imageTypeOf, isImageOfSize, isTextWithin } from '#standards/openrtb/native/nativeTerms.ts';
import type {
  ResponseAsset,
  RequestedAsset,
  RequestedData,
  RequestedImage,
} from '#standards/openrtb/native/nativeTypes.ts';
import type { Native } from '#standards/openrtb/types.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';

/**
 * Native JSON (Native 1.2, section 5) with the requested assets; null where the creative lacks a required one, or every
 * one. A text longer than its maximum counts as missing: texts are never cut.
 */
export function nativeMarkup(
  creative: CreativeContent,
  { request, ver }: Native,
  context: MarkupContext,
): string | null {
  const requested = nativeRequestOf(request);
  if (!requested || creative.clickUrl === '') return null;
  const assets: (ResponseAsset & { required?: 1 })[] = [];
  for (const asset of requested.assets) {
    const { id, required } = asset;
    const content = contentOf(asset, creative, context);
    if (content) assets.push({ id, ...(required === 1 ? { required } : {}), ...content });
    else if (required === 1) return null;
  }
  if (assets.length === 0) return null;
  const version = requested.ver ?? ver ?? '';
  const isKnown = /^1\.[0-2]$/.test(version);
  const response = { ver: isKnown ? version : '1.2', link: { url: creative.clickUrl }, assets };
  // Native 1.0 wraps the response in a root object.
  return JSON.stringify(version === '1.0' ? { native: response } : response);
}

/** The response to one asset; null when the creative has nothing that fits. */
function contentOf(
  { title, img, data }: RequestedAsset,
  creative: CreativeContent,
  context: MarkupContext,
): ResponseAsset | null {
  if (title) {
    const text = creative.title;
    return text !== '' && isTextWithin(text, title.len) ? { title: { text } } : null;
  }
  if (img) return imageOf(img, creative, context);
  return data ? dataOf(data, creative) : null;
}

/** Native 1.2, section 7.5. */
const imageRoles: Readonly<Record<number, MediaFile['role']>> = { 1: 'icon', 3: 'main' };

function imageOf(img: RequestedImage, { files }: CreativeContent, { mediaUrl }: MarkupContext): ResponseAsset | null {
  const type = img.type || 3;
  const file = files.find(
    ({ role, mime, width, height }) =>
      role === imageRoles[imageTypeOf(type)] && isTypeAccepted(mime, img) && isImageOfSize(img, width, height),
  );
  return file ? { img: { type, url: `${mediaUrl}/${file.file}`, w: file.width, h: file.height } } : null;
}

/** Whether an image's MIME type is accepted. `image/jpg`, as the standard writes it, is `image/jpeg`. */
function isTypeAccepted(mime: string, { mimes = [] }: RequestedImage): boolean {
  return mimes.length === 0 || mimes.some((accepted) => normalizeMime(accepted) === mime);
}

function dataOf({ type, len }: RequestedData, creative: CreativeContent): ResponseAsset | null {
  const value = textOf(type, creative);
  return value !== '' && isTextWithin(value, len) ? { data: { type, value } } : null;
}

/** A text of the creative by its data asset type (Native 1.2, section 7.4). */
function textOf(type: number, { sponsor, body, adomain, callToAction }: CreativeContent): string {
  switch (type) {
    case 1:
      return sponsor;
    case 2:
      return body;
    case 11:
      return adomain;
    case 12:
      return callToAction;
    default:
      return '';
  }
}
