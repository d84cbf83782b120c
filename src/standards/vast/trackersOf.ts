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
  const linears = ad.creatives.map(({ linear }) => linear).filter((linear) => linear !== undefined);
  const { viewable = [], notViewable = [], viewUndetermined = [] } = ad.viewableImpression ?? {};
  const named = (event: string, urls: readonly string[]) => urls.map((url) => ({ event, url }));
  return [
    ...named(
      'impression',
      ad.impressions.map(({ url }) => url),
    ),
    ...linears.flatMap(({ tracking }) => tracking),
    ...named(
      'click',
      linears.flatMap(({ clicks }) => clicks.clickTracking.map(({ url }) => url)),
    ),
    ...named('viewable', viewable),
    ...named('notViewable', notViewable),
    ...named('viewUndetermined', viewUndetermined),
    ...named('error', ad.errors),
  ];
}
