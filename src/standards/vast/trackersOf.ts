import type { VastAd } from './types.ts';

/** A tracker and its trigger. */
export interface AdTracker {
  event: string;
  url: string;
  /** For progress only: a time or a percentage. */
  offset?: string;
}

/** Every tracker that playing a linear ad can fire: impressions, events, clicks and errors, in document order. */
export function trackersOf(ad: VastAd): AdTracker[] {
  const linears = ad.creatives.flatMap(({ linear }) => linear ?? []);
  const clicks = linears.flatMap((linear) => linear.clicks.clickTracking.map(({ url }) => url));
  return trackersWith(
    ad,
    linears.flatMap(({ tracking }) => tracking),
    clicks,
  );
}

/** Every tracker that showing an overlay can fire, the same way. */
export function overlayTrackersOf(ad: VastAd): AdTracker[] {
  const overlays = ad.creatives.flatMap(({ nonLinearAds }) => nonLinearAds ?? []);
  const items = overlays.flatMap((overlay) => overlay.items.flatMap(({ children }) => children));
  const clicks = items.flatMap(({ name, text }) => (name === 'NonLinearClickTracking' && text !== '' ? text : []));
  return trackersWith(
    ad,
    overlays.flatMap(({ tracking }) => tracking),
    clicks,
  );
}

function trackersWith(ad: VastAd, tracking: readonly AdTracker[], clicks: readonly string[]): AdTracker[] {
  const { viewable = [], notViewable = [], viewUndetermined = [] } = ad.viewableImpression ?? {};
  const named = (event: string, urls: readonly string[]) => urls.map((url) => ({ event, url }));
  return [
    ...named(
      'impression',
      ad.impressions.map(({ url }) => url),
    ),
    ...tracking,
    ...named('click', clicks),
    ...named('viewable', viewable),
    ...named('notViewable', notViewable),
    ...named('viewUndetermined', viewUndetermined),
    ...named('error', ad.errors),
  ];
}
