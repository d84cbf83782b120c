import { secondsOf } from './vastTime.ts';
import type { MediaFile, ResponseAd, Trackers, Tracking, VastResult, VideoAd } from './types.ts';

/** Reads a parsed VAST response, versions 2.0–4.x. */
export function readVast(root: Element): VastResult {
  const name = nameOf(root);
  if (name === 'VideoAdServingTemplate') return { ok: false, code: 102 };
  if (name !== 'VAST') return { ok: false, code: 101 };
  const version = root.getAttribute('version') ?? '';
  if (version !== '' && !/^[234](\.|$)/.test(version)) return { ok: false, code: 102 };
  const adElements = descendants(root, 'Ad');
  const ads = adElements.flatMap(readAd);
  if (adElements.length > 0 && ads.length === 0) return { ok: false, code: 101 };
  return { ok: true, errors: descendantTexts(root, 'Error'), ads };
}

function readAd(element: Element): ResponseAd[] {
  const number = Number(element.getAttribute('sequence') ?? '');
  const sequence = Number.isInteger(number) && number > 0 ? number : null;
  const [inline] = descendants(element, 'InLine');
  if (inline) return [{ kind: 'inline', sequence, ad: readInline(inline), errors: descendantTexts(inline, 'Error') }];
  const [body] = descendants(element, 'Wrapper');
  const tagUrl = descendantText(body, 'VASTAdTagURI');
  if (!body || tagUrl === '') return [];
  const wrapper = {
    ...readTrackers(body),
    tagUrl,
    clickThrough: descendantText(body, 'Creatives', 'Creative', 'Linear', 'VideoClicks', 'ClickThrough'),
    followAdditionalWrappers: flagOf(body, 'followAdditionalWrappers') ?? true,
    allowMultipleAds: flagOf(body, 'allowMultipleAds') ?? false,
    fallbackOnNoAd: flagOf(body, 'fallbackOnNoAd') ?? false,
  };
  return [{ kind: 'wrapper', sequence, wrapper }];
}

/** Null when the ad has no linear creative. */
function readInline(body: Element): VideoAd | null {
  const [linear] = descendants(body, 'Creatives', 'Creative', 'Linear');
  if (!linear) return null;
  return {
    ...readTrackers(body),
    clickThrough: descendantText(linear, 'VideoClicks', 'ClickThrough'),
    skipOffset: (linear.getAttribute('skipoffset') ?? '').trim(),
    duration: secondsOf(descendantText(linear, 'Duration')),
    files: descendants(linear, 'MediaFiles', 'MediaFile').map(readFile),
  };
}

function readFile(element: Element): MediaFile {
  const attribute = (name: string) => (element.getAttribute(name) ?? '').trim();
  return {
    url: textOf(element),
    type: attribute('type').toLowerCase(),
    delivery: attribute('delivery'),
    width: Number(attribute('width')) || 0,
    height: Number(attribute('height')) || 0,
    apiFramework: attribute('apiFramework'),
  };
}

function readTrackers(body: Element): Trackers {
  const linear = ['Creatives', 'Creative', 'Linear'];
  return {
    impressions: descendantTexts(body, 'Impression'),
    errors: descendantTexts(body, 'Error'),
    tracking: trackingEventsIn(body, ...linear),
    clickTracking: descendantTexts(body, ...linear, 'VideoClicks', 'ClickTracking'),
    verificationNotExecuted: trackingEventsIn(body, 'AdVerifications', 'Verification')
      .filter(({ event }) => event === 'verificationNotExecuted')
      .map(({ url }) => url),
  };
}

function trackingEventsIn(body: Element, ...path: string[]): Tracking[] {
  return descendants(body, ...path, 'TrackingEvents', 'Tracking').map((element) => ({
    event: element.getAttribute('event') ?? '',
    url: textOf(element),
    offset: element.getAttribute('offset') ?? '',
  }));
}

/** The elements at the end of a path of names, whatever their namespace prefixes. */
function descendants(element: Element, ...path: string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) =>
      found.flatMap((each) =>
        Array.from(each.childNodes).filter((node): node is Element => node.nodeType === 1 && nameOf(node) === name),
      ),
    [element],
  );
}

function nameOf(node: Node): string {
  return node.nodeName.replace(/^.*:/, '');
}

function textOf(element: Element): string {
  return (element.textContent ?? '').trim();
}

function descendantTexts(element: Element, ...path: string[]): string[] {
  return descendants(element, ...path)
    .map(textOf)
    .filter((text) => text !== '');
}

function descendantText(element: Element | undefined, ...path: string[]): string {
  return (element && descendantTexts(element, ...path)[0]) ?? '';
}

function flagOf(element: Element, name: string): boolean | null {
  const text = element.getAttribute(name)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}
