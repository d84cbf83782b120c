import type { MediaFile } from '#model/index.ts';
import { isObject } from '#standards/openrtb/fieldChecks.ts';
import type { Native } from '#standards/openrtb/types.ts';
import type { MarkupContext, CreativeContent } from './creativeContent.ts';

type Json = Record<string, unknown>;

/**
 * Native JSON (Native 1.2, section 5) with the requested assets; null where the creative lacks a required one. A text
 * longer than its maximum counts as missing: texts are never cut.
 */
export function nativeMarkup(
  creative: CreativeContent,
  { request, ver }: Native,
  context: MarkupContext,
): string | null {
  const requested = readRequest(request);
  if (!requested || !Array.isArray(requested['assets']) || creative.clickUrl === '') return null;
  const assets: Json[] = [];
  for (const asset of (requested['assets'] as unknown[]).filter(isObject)) {
    const content = contentOf(asset, creative, context);
    const isRequired = Number(asset['required']) === 1;
    if (content) assets.push({ id: asset['id'], ...(isRequired ? { required: 1 } : {}), ...content });
    else if (isRequired) return null;
  }
  const version = versionOf(requested['ver'] ?? ver);
  const response = { ver: version, link: { url: creative.clickUrl }, assets };
  // Native 1.0 wraps the response in a root object.
  return JSON.stringify(version === '1.0' ? { native: response } : response);
}

/** The version of the response. Some requests send theirs as a number. */
function versionOf(requested: unknown): string {
  const text = typeof requested === 'number' ? requested.toFixed(1) : requested;
  return typeof text === 'string' && /^1\.[0-2]$/.test(text) ? text : '1.2';
}

function readRequest(text: string): Json | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read)) return null;
    return isObject(read['native']) ? read['native'] : read;
  } catch {
    return null;
  }
}

/** The response to one asset; null when the creative has nothing that fits. */
function contentOf(asset: Json, creative: CreativeContent, { mediaUrl }: MarkupContext): Json | null {
  const { title, img, data } = asset;
  if (isObject(title)) return fits(creative.title, title['len']) ? { title: { text: creative.title } } : null;
  if (isObject(img)) {
    const type = Number(img['type'] ?? imageTypes.main);
    const role = type === imageTypes.main ? 'main' : 'icon';
    const file = creative.files.find((each) => each.role === role && isFit(each, img));
    if (!file || !Object.values(imageTypes).includes(type)) return null;
    return { img: { type, url: `${mediaUrl}/${file.file}`, w: file.width, h: file.height } };
  }
  if (!isObject(data)) return null;
  const value = textOf(Number(data['type']), creative);
  return fits(value, data['len']) ? { data: { type: Number(data['type']), value } } : null;
}

/** Native 1.2, section 7.5. `logo` is the deprecated type of icons. */
const imageTypes = { icon: 1, logo: 2, main: 3 };

/** With a minimum size, the app scales the image; otherwise the size is exact. */
function isFit({ mime, width, height }: MediaFile, requested: Json): boolean {
  const { mimes } = requested;
  if (Array.isArray(mimes) && mimes.length > 0 && !mimes.includes(mime)) return false;
  return isLong(width, requested['w'], requested['wmin']) && isLong(height, requested['h'], requested['hmin']);
}

function isLong(length: number, exact: unknown, min: unknown): boolean {
  if (Number(min) > 0) return length >= Number(min);
  return !(Number(exact) > 0) || length === Number(exact);
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

function fits(text: string, longest: unknown): boolean {
  return text !== '' && !(Number(longest) > 0 && text.length > Number(longest));
}
