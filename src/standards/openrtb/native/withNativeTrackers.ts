import { nativeRequestOf } from './nativeRequestOf.ts';
import { isTrackerListed, listsTrackers } from './nativeTerms.ts';
import type { NativeRequest } from './nativeTypes.ts';
import { parseNative, writeNative } from './parseNative.ts';
import { readNative } from './readNativeResponse.ts';
import { withRequestedTrackers } from './withRequestedTrackers.ts';
import { isObject, type Raw } from '../fieldChecks.ts';

/** Our URLs that an ad calls when it is seen and when it is clicked. */
export interface Trackers {
  impression: readonly string[];
  click: readonly string[];
}

/**
 * Native markup with our trackers, and without those that were not requested, as the response to `request`, the text of
 * a native request: as `eventtrackers` (event 1 impression, method 1 image) where both know them, else as `imptrackers`,
 * never as both, which would count twice; clicks on every link. Text that is not native JSON is returned unchanged.
 */
export function withNativeTrackers(adm: string, request: string, { impression, click }: Trackers): string {
  const parsed = parseNative(adm);
  if (parsed === null) return adm;
  const requested = nativeRequestOf(request);
  const native = passedOn(parsed.native, requested);
  if (impression.length > 0) {
    if (takesEventTrackers(requested) && hasEventTrackers(native)) {
      const events = impression.map((url) => ({ event: 1, method: 1, url }));
      native['eventtrackers'] = [...objectsOf(native['eventtrackers']), ...events];
    } else native['imptrackers'] = [...textsOf(native['imptrackers']), ...impression];
  }
  if (click.length > 0) {
    for (const link of linksOf(native)) link['clicktrackers'] = [...textsOf(link['clicktrackers']), ...click];
  }
  return writeNative(native, parsed);
}

/** A response as it is passed on: corrected, and without trackers that were not requested. */
function passedOn(native: Raw, requested: NativeRequest | null): Raw {
  const response = readNative(native);
  if (response === null || requested === null) return native;
  return { ...withRequestedTrackers(response, requested) };
}

/** Whether a request takes event trackers of impressions: it lists them, or says nothing and is not older than they. */
function takesEventTrackers(request: NativeRequest | null): boolean {
  if (request !== null && listsTrackers(request)) return isTrackerListed(request, 1, 1);
  return isVersionOfEvents(request?.ver ?? '1.2');
}

/** Whether an ad has event trackers, or is of a version that may have them. */
function hasEventTrackers(native: Raw): boolean {
  if (Array.isArray(native['eventtrackers'])) return true;
  const { ver } = native;
  const version = typeof ver === 'number' ? String(ver) : ver;
  return typeof version === 'string' && /^1\.\d/.test(version)
    ? isVersionOfEvents(version)
    : !Array.isArray(native['imptrackers']);
}

/** Event trackers are in native 1.2 and later. */
function isVersionOfEvents(version: string): boolean {
  const minor = /^1\.(\d+)/.exec(version)?.[1];
  return minor === undefined || Number(minor) >= 2;
}

/** The link of the ad and those of its assets, which replace it. */
function linksOf(native: Raw): Raw[] {
  return [native['link'], ...objectsOf(native['assets']).map(({ link }) => link)].filter(isObject);
}

function objectsOf(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
