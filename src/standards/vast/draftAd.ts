import { draftCreatives, links, ourLinearCreative, unknownCreative } from './draftCreatives.ts';
import { isOverlayAd } from './isOverlayAd.ts';
import { downLevelExtensions, extensionDraft } from './placeExtensions.ts';
import { draft, draftSlot } from './templateWriter.ts';
import type { DraftElement } from './templateWriter.ts';
import type { InlineAd, VastAd, VastCategory, VastCreative, VastVersion, WrapperAd } from './types.ts';
import { isVersion4 } from './vastVersions.ts';

/**
 * An ad as the element tree of one version, our trackers before its own. The tree may contain parts unknown to the
 * version, in any order: its shape sorts and filters it when it is written.
 */
export function draftAd(ad: VastAd, version: VastVersion): DraftElement {
  const body = ad.kind === 'inline' ? draftInline(ad, version) : draftWrapper(ad, version);
  const root = draft('Ad', [body], { id: ad.id, conditionalAd: ad.conditionalAd, adType: ad.adType });
  return draft('VAST', [root], { version, xmlns: 'http://www.iab.com/VAST' });
}

function draftInline(ad: InlineAd, version: VastVersion): DraftElement {
  const tracks = { isOverlay: isOverlayAd(ad), isTracked: true };
  const creatives = ad.creatives.flatMap((creative) => draftCreatives(creative, version, tracks));
  return draft('InLine', [
    ...draftBase(ad, version),
    draft('AdTitle', ad.adTitle || ad.id || 'unknown'),
    ad.adServingId ? draft('AdServingId', ad.adServingId) : draftSlot('AdServingId', 'adServingId'),
    ...(ad.advertiser ? [draft('Advertiser', ad.advertiser, { id: ad.advertiserId })] : []),
    ...categories('Category', ad.categories),
    ...optional('Description', ad.description),
    ...optional('Expires', ad.expires),
    ...(ad.survey ? [draft('Survey', ad.survey.url, { type: ad.survey.type })] : []),
    draft('Creatives', creatives.length > 0 ? creatives : [unknownCreative]),
  ]);
}

/**
 * The Wrapper element (4.3, 3.19). Players collect the trackers of all its videos, so ours are in the first; a wrapper
 * without one gets a creative of ours. A bid buys one ad, so its permission to bring several is removed.
 */
function draftWrapper(ad: WrapperAd, version: VastVersion): DraftElement {
  const own = isVersion4(version) ? ad.creatives.map(withSingleClickTrackers) : ad.creatives;
  const first = own.find(({ linear }) => linear !== undefined);
  const creatives = own.flatMap((creative) =>
    draftCreatives(creative, version, { isOverlay: false, isTracked: creative === first }),
  );
  const { followAdditionalWrappers, fallbackOnNoAd } = ad;
  return draft(
    'Wrapper',
    [
      ...draftBase(ad, version),
      ...categories('BlockedAdCategories', ad.blockedAdCategories),
      draft('Creatives', first ? creatives : [ourLinearCreative, ...creatives]),
      draft('VASTAdTagURI', ad.vastAdTagUri),
    ],
    { followAdditionalWrappers: String(followAdditionalWrappers), fallbackOnNoAd: fallbackOnNoAd?.toString() },
  );
}

/** A wrapper's creative with one click tracker for each NonLinear, which has no more in 4.x. */
function withSingleClickTrackers(creative: VastCreative): VastCreative {
  const { nonLinearAds } = creative;
  if (!nonLinearAds) return creative;
  const items = nonLinearAds.items.flatMap((item) =>
    item.children
      .filter(({ name }) => name === 'NonLinearClickTracking')
      .map((tracker) => ({ ...item, children: [tracker] })),
  );
  return { ...creative, nonLinearAds: { ...nonLinearAds, items } };
}

/** The elements that inline ads and wrappers have in common. */
function draftBase(ad: VastAd, version: VastVersion): DraftElement[] {
  const extensions = [...ad.extensions, ...downLevelExtensions(ad, version)].map((extension) =>
    extensionDraft('Extension', extension),
  );
  const viewable = ad.viewableImpression;
  return [
    draft('AdSystem', ad.adSystem.name || 'unknown', { version: ad.adSystem.version }),
    draftSlot('Error', 'error'),
    ...ad.errors.map((url) => draft('Error', url)),
    draftSlot('Impression', 'impression'),
    ...links('Impression', ad.impressions),
    draft('Extensions', extensions),
    ...(ad.pricing
      ? [draft('Pricing', ad.pricing.value, { model: ad.pricing.model, currency: ad.pricing.currency })]
      : []),
    ...(viewable
      ? [
          draft(
            'ViewableImpression',
            [
              ...viewable.viewable.map((url) => draft('Viewable', url)),
              ...viewable.notViewable.map((url) => draft('NotViewable', url)),
              ...viewable.viewUndetermined.map((url) => draft('ViewUndetermined', url)),
            ],
            { id: viewable.id },
          ),
        ]
      : []),
    draft('AdVerifications', ad.adVerifications),
  ];
}

function categories(name: string, all: readonly VastCategory[]): DraftElement[] {
  return all.map(({ code, authority }) => draft(name, code, { authority }));
}

function optional(name: string, value: string | undefined): DraftElement[] {
  return value ? [draft(name, value)] : [];
}
