import { childNamed, childrenNamed, isSelfClosed, type XmlElement } from '../xml/xmlElement.ts';
import type { SplicedAd } from './splicedAd.ts';
import { endOf, insertion, replacement, slotElement, type Edit, type Piece } from './templateEdits.ts';
import { countedEvents } from './vastEvents.ts';
import { isVersion4 } from './vastVersions.ts';

const events = countedEvents.map((event) => slotElement('Tracking', event, { attributes: ` event="${event}"` }));
const clicks = [slotElement('ClickTracking', 'click')];
const trackingEvents: readonly Piece[] = ['<TrackingEvents>', ...events, '</TrackingEvents>'];
const videoClicks: readonly Piece[] = ['<VideoClicks>', ...clicks, '</VideoClicks>'];
const linearOfOurs: readonly Piece[] = ['<Linear>', ...trackingEvents, ...videoClicks, '</Linear>'];
const creativeOfOurs: readonly Piece[] = ['<Creative>', ...linearOfOurs, '</Creative>'];
const unknownId = '<UniversalAdId idRegistry="unknown">unknown</UniversalAdId>';
const unknownId40 = '<UniversalAdId idRegistry="unknown" idValue="unknown">unknown</UniversalAdId>';

/** Elements of a Wrapper that come before Creatives. */
const beforeCreatives = {
  '4.x': [
    'AdSystem',
    'Error',
    'Extensions',
    'Impression',
    'ViewableImpression',
    'AdVerifications',
    'BlockedAdCategories',
  ],
  older: ['AdSystem', 'VASTAdTagURI', 'Error', 'Impression'],
} as const;

/**
 * Puts our events and clicks into each video of an inline ad, and into the first of a wrapper, whose trackers players
 * collect; a wrapper without one gets a creative of ours. Creatives of 4.x get the UniversalAdId that they require.
 */
export function creativesEdits({ kind, version, body }: SplicedAd): Edit[] {
  const is4 = isVersion4(version);
  const creatives = childNamed(body, 'Creatives');
  const edits: Edit[] = [];
  let hasLinear = false;
  for (const creative of childrenNamed(creatives, 'Creative')) {
    const linear = childNamed(creative, 'Linear');
    if (linear && (kind === 'inline' || !hasLinear)) edits.push(...linearEdits(linear, is4));
    hasLinear ||= linear !== undefined;
    if (is4 && kind === 'inline' && !childNamed(creative, 'UniversalAdId') && !isSelfClosed(creative)) {
      edits.push(insertion(creative.contentEnd, [version === '4.0' ? unknownId40 : unknownId]));
    }
  }
  if (hasLinear) return edits;
  if (creatives && !isSelfClosed(creatives)) return [...edits, insertion(creatives.contentStart, creativeOfOurs)];
  const pieces: readonly Piece[] = ['<Creatives>', ...creativeOfOurs, '</Creatives>'];
  if (creatives) return [replacement(creatives, pieces)];
  return [insertion(endOf(body, is4 ? beforeCreatives['4.x'] : beforeCreatives.older), pieces)];
}

/**
 * Our trackers in a Linear, in the order of its version: before 4.0 Duration, TrackingEvents, AdParameters, VideoClicks
 * (ClickThrough first), MediaFiles; since 4.0 Icons, TrackingEvents, AdParameters, Duration, MediaFiles, VideoClicks
 * (ClickTracking first).
 */
function linearEdits(linear: XmlElement, is4: boolean): Edit[] {
  if (isSelfClosed(linear)) return [replacement(linear, linearOfOurs)];
  const tracking = childNamed(linear, 'TrackingEvents');
  const trackingAt = endOf(linear, is4 ? ['Icons'] : ['Icons', 'CreativeExtensions', 'Duration']);
  const trackingEdit = into(tracking, events) ?? put(tracking, trackingAt, trackingEvents);
  const clickList = childNamed(linear, 'VideoClicks');
  const media = childNamed(linear, 'MediaFiles');
  const behindTracking = tracking?.end ?? trackingAt;
  const clicksAt = (is4 ? media?.end : media?.start) ?? behindTracking;
  const clicksEdit =
    (is4 ? into(clickList, clicks) : into(clickList, clicks, ['ClickThrough'])) ??
    put(clickList, clicksAt, videoClicks);
  return [trackingEdit, clicksEdit];
}

/** Inserts pieces into an element, behind its children of some names; null where it has no content. */
function into(element: XmlElement | undefined, pieces: readonly Piece[], behind: readonly string[] = []): Edit | null {
  return element && !isSelfClosed(element) ? insertion(endOf(element, behind), pieces) : null;
}

/** Puts pieces in the place of an empty element, else at an offset. */
function put(element: XmlElement | undefined, at: number, pieces: readonly Piece[]): Edit {
  return element ? replacement(element, pieces) : insertion(at, pieces);
}
