import type { VastAd } from './types.ts';

/** A tracker and what fires it. */
export interface AdTracker {
  event: string;
  url: string;
  /** Of progress alone: a time or a percentage. */
  offset?: string;
}

/** Every tracker that playing a linear ad can fire: its impressions, events, clicks and errors, in the order of the document. */
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
