import type { BidFault } from './bidFault.ts';
import { isSafeJson } from './bidShape.ts';
import { isObject } from '../fieldChecks.ts';
import { isPlainHttp, loadsPlainHttp, vastLoadsPlainHttp } from './isSecureBid.ts';

type Json = Record<string, unknown>;

/** Our URLs that an ad calls when it is seen and when it is clicked. */
export interface Trackers {
  impression: readonly string[];
  click: readonly string[];
}

/** The native object of a JSON text, under `native` or bare; null when there is none. */
function parseNative(text: string): { root: Json; native: Json } | null {
  let root: unknown;
  try {
    root = JSON.parse(text.trim());
  } catch {
    return null;
  }
  if (!isObject(root) || !isSafeJson(root)) return null;
  const inner = root['native'];
  return { root, native: isObject(inner) ? inner : root };
}

function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The required field of each asset type. */
const contents = { title: 'text', img: 'url', data: 'value', video: 'vasttag' } as const;
const kinds = Object.keys(contents) as (keyof typeof contents)[];

/**
 * The fault of native markup (`adm`) as the response to `request`, the text of a native request; null when it is valid:
 * it must have a link and every required asset, and load nothing by plain http where `mustBeSecure`.
 */
export function nativeFault(adm: string, request: string, mustBeSecure: boolean): BidFault | null {
  const response = parseNative(adm)?.native;
  if (response === undefined || !isObject(response['link']) || textOf(response['link']['url']) === undefined) {
    return 'native_malformed';
  }
  const assets = objectsOf(response['assets']);
  for (const requestedAsset of objectsOf(parseNative(request)?.native['assets'])) {
    if (Number(requestedAsset['required']) !== 1) continue;
    if (!assets.some((asset) => asset['id'] === requestedAsset['id'] && matchesAsset(asset, requestedAsset))) {
      return 'native_asset_missing';
    }
  }
  return mustBeSecure && nativeLoadsPlainHttp(response, assets) ? 'not_secure' : null;
}

function matchesAsset(asset: Json, requestedAsset: Json): boolean {
  const kind = kinds.find((kind) => isObject(requestedAsset[kind]));
  if (kind === undefined) return true;
  const content = asset[kind];
  return isObject(content) && textOf(content[contents[kind]]) !== undefined;
}

function nativeLoadsPlainHttp(native: Json, assets: readonly Json[]): boolean {
  for (const { img, video } of assets) {
    if (isObject(img) && isPlainHttp(textOf(img['url']))) return true;
    if (isObject(video) && vastLoadsPlainHttp(textOf(video['vasttag']) ?? '')) return true;
  }
  return (
    textsOf(native['imptrackers']).some(isPlainHttp) ||
    objectsOf(native['eventtrackers']).some(({ url }) => isPlainHttp(textOf(url))) ||
    linksOf(native).some(({ clicktrackers }) => textsOf(clicktrackers).some(isPlainHttp)) ||
    loadsPlainHttp(textOf(native['jstracker']) ?? '')
  );
}

/** The link of the ad and those of its assets, which replace it. */
function linksOf(native: Json): Json[] {
  return [native['link'], ...objectsOf(native['assets']).map(({ link }) => link)].filter(isObject);
}

/**
 * Native markup with our trackers: as `eventtrackers` (event 1 impression, method 1 image), in markup before 1.2 as
 * `imptrackers`, never as both, which would count twice; clicks on every link. Text that is not native JSON is returned
 * unchanged.
 */
export function withNativeTrackers(adm: string, { impression, click }: Trackers): string {
  const parsed = parseNative(adm);
  if (parsed === null) return adm;
  const { root, native } = parsed;
  if (impression.length > 0) {
    if (supportsEventTrackers(native)) {
      const events = impression.map((url) => ({ event: 1, method: 1, url }));
      native['eventtrackers'] = [...objectsOf(native['eventtrackers']), ...events];
    } else native['imptrackers'] = [...textsOf(native['imptrackers']), ...impression];
  }
  if (click.length > 0) {
    for (const link of linksOf(native)) link['clicktrackers'] = [...textsOf(link['clicktrackers']), ...click];
  }
  return JSON.stringify(root);
}

function supportsEventTrackers(native: Json): boolean {
  if (Array.isArray(native['eventtrackers'])) return true;
  const { ver } = native;
  const version = /^1\.(\d+)/.exec(typeof ver === 'number' ? String(ver) : (textOf(ver) ?? ''));
  return version ? Number(version[1]) >= 2 : !Array.isArray(native['imptrackers']);
}
