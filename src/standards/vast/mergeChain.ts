import { getOrCreate } from '../getOrCreate.ts';
import type {
  InlineAd,
  VastAdBase,
  VastCreative,
  VastExtension,
  VastLinear,
  VastTracking,
  VastViewableImpression,
  WrapperAd,
  XmlPart,
} from './types.ts';

/**
 * The inline ad merged with its wrappers (outermost first), by the rules of 1.4: trackers, verifications, icons and
 * extensions of every hop, those of creatives included, outermost first; the ClickThrough and companions closest to the
 * inline ad; the outermost price. AdServingId and UniversalAdId are the inline ad's. Inputs are not changed.
 */
export function mergeChain(wrappers: readonly WrapperAd[], inline: InlineAd): InlineAd {
  if (wrappers.length === 0) return inline;
  const hops: readonly VastAdBase[] = [...wrappers, inline];
  return {
    ...inline,
    source: undefined,
    impressions: hops.flatMap((hop) => hop.impressions),
    errors: hops.flatMap((hop) => hop.errors),
    pricing: hops.find((hop) => hop.pricing !== undefined)?.pricing,
    viewableImpression: mergeViewable(hops.map((hop) => hop.viewableImpression)),
    adVerifications: hops.flatMap((hop) => hop.adVerifications),
    extensions: hops.flatMap((hop) => hop.extensions),
    creatives: mergeCreatives(
      wrappers.map((wrapper) => wrapper.creatives),
      inline.creatives,
    ),
  };
}

function mergeViewable(all: readonly (VastViewableImpression | undefined)[]): VastViewableImpression | undefined {
  const present = all.filter((one) => one !== undefined);
  if (present.length === 0) return undefined;
  return {
    id: present.at(-1)?.id,
    viewable: present.flatMap((one) => one.viewable),
    notViewable: present.flatMap((one) => one.notViewable),
    viewUndetermined: present.flatMap((one) => one.viewUndetermined),
  };
}

function mergeCreatives(hops: readonly VastCreative[][], inline: readonly VastCreative[]): VastCreative[] {
  const outer = hops.flat();
  const linears = outer.map((creative) => creative.linear).filter((linear) => linear !== undefined);
  const overlays = outer.map((creative) => creative.nonLinearAds).filter((overlay) => overlay !== undefined);
  const companionTrackers = outer
    .flatMap((creative) => creative.companionAds?.items ?? [])
    .filter((part) => !hasResource(part));
  const companions = outerCompanions(hops, inline);
  const extensions = extensionsByTaker(
    outer.filter((creative) => creative.linear !== undefined || !companions.has(creative)),
    inline,
  );
  const firstLinear = inline.findIndex((creative) => creative.linear !== undefined);
  const merged = inline.map((creative, index): VastCreative => {
    return {
      ...creative,
      extensions: [...(extensions.get(creative) ?? []), ...creative.extensions],
      linear: creative.linear && mergeLinear(linears, creative.linear, index === firstLinear),
      nonLinearAds: creative.nonLinearAds && {
        tracking: [...overlays.flatMap((overlay) => overlay.tracking), ...creative.nonLinearAds.tracking],
        items: creative.nonLinearAds.items.map((part) =>
          addTrackers(
            part,
            overlays.flatMap((overlay) => overlay.items),
          ),
        ),
      },
      companionAds: creative.companionAds && {
        ...creative.companionAds,
        items: creative.companionAds.items.map((part) => addTrackers(part, companionTrackers)),
      },
    };
  });
  return [...merged, ...companions.values()];
}

/**
 * The extensions of wrappers' creatives, by the creative of the inline ad that takes them: the first of the same kind,
 * else the first.
 */
function extensionsByTaker(
  outer: readonly VastCreative[],
  inline: readonly VastCreative[],
): ReadonlyMap<VastCreative, readonly VastExtension[]> {
  const takers = kinds.map((kind) => inline.find((creative) => creative[kind] !== undefined));
  const taken = new Map<VastCreative, VastExtension[]>();
  for (const creative of outer) {
    const taker = takers[kinds.findIndex((kind) => creative[kind] !== undefined)] ?? inline[0];
    if (taker) getOrCreate(taken, taker, () => []).push(...creative.extensions);
  }
  return taken;
}

const kinds = ['linear', 'nonLinearAds', 'companionAds'] as const;

/** Icons go to the first linear creative only, so that none is drawn twice. */
function mergeLinear(outer: readonly VastLinear[], inner: VastLinear, takesIcons: boolean): VastLinear {
  const collect = <Item>(pick: (linear: VastLinear) => readonly Item[]): Item[] => outer.flatMap(pick);
  const closest = outer.findLast((linear) => linear.clicks.clickThrough !== undefined);
  return {
    ...inner,
    tracking: [...collect<VastTracking>((linear) => linear.tracking), ...inner.tracking],
    clicks: {
      clickThrough: inner.clicks.clickThrough ?? closest?.clicks.clickThrough,
      clickTracking: [...collect((linear) => linear.clicks.clickTracking), ...inner.clicks.clickTracking],
      customClick: [...collect((linear) => linear.clicks.customClick), ...inner.clicks.customClick],
    },
    icons: takesIcons ? [...collect((linear) => linear.icons), ...inner.icons] : inner.icons,
  };
}

const resources = new Set(['StaticResource', 'IFrameResource', 'HTMLResource']);
const trackers = new Set(['CompanionClickTracking', 'NonLinearClickTracking']);

function hasResource(part: XmlPart): boolean {
  return part.children.some((child) => resources.has(child.name));
}

/** A Companion or NonLinear with the click and view trackers of its outer counterparts before its own. */
function addTrackers(part: XmlPart, outer: readonly XmlPart[]): XmlPart {
  if (outer.length === 0) return part;
  const outerChildren = outer.flatMap((one) => one.children);
  const clicks = outerChildren.filter((child) => trackers.has(child.name));
  const all = [...outerChildren, ...part.children].filter((child) => child.name === 'TrackingEvents');
  const tracking = all.flatMap((child) => child.children);
  const others = part.children.filter((child) => child.name !== 'TrackingEvents');
  const events: XmlPart[] =
    tracking.length === 0 ? [] : [{ name: 'TrackingEvents', attributes: {}, children: tracking, text: '' }];
  return { ...part, children: [...clicks, ...others, ...events] };
}

/**
 * Companions of wrappers, outermost first, except where one closer to the inline ad has the same place: new creatives by
 * the wrappers' own.
 */
function outerCompanions(
  hops: readonly VastCreative[][],
  inline: readonly VastCreative[],
): ReadonlyMap<VastCreative, VastCreative> {
  const taken = new Set(inline.flatMap((creative) => creative.companionAds?.items ?? []).map(placeOf));
  const companions: [VastCreative, VastCreative][] = [];
  for (const creatives of hops.toReversed()) {
    const ofWrapper: [VastCreative, VastCreative][] = [];
    for (const creative of creatives) {
      const items = (creative.companionAds?.items ?? []).filter(
        (part) => hasResource(part) && !taken.has(placeOf(part)),
      );
      if (items.length === 0) continue;
      const companion: VastCreative = {
        id: creative.id,
        sequence: creative.sequence,
        adId: creative.adId,
        apiFramework: creative.apiFramework,
        universalAdIds: creative.universalAdIds,
        companionAds: { required: creative.companionAds?.required, items },
        extensions: creative.linear ? [] : creative.extensions,
      };
      ofWrapper.push([creative, companion]);
    }
    for (const part of ofWrapper.flatMap(([, { companionAds }]) => companionAds?.items ?? [])) taken.add(placeOf(part));
    companions.unshift(...ofWrapper);
  }
  return new Map(companions);
}

function placeOf(companion: XmlPart): string {
  const { adSlotId, width, height } = companion.attributes;
  return adSlotId ?? `${width ?? ''}x${height ?? ''}`;
}
