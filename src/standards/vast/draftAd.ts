import { countedEvents } from './vastEvents.ts';
import { isOverlayAd } from './isOverlayAd.ts';
import { downLevelExtensions, extensionDraft, nativeInteractiveFiles } from './placeExtensions.ts';
import { draft, draftSlot } from './templateWriter.ts';
import type { DraftElement } from './templateWriter.ts';
import type {
  InlineAd,
  VastCreative,
  VastLink,
  VastLinear,
  VastNonLinearAds,
  VastTracking,
  VastUniversalAdId,
  VastVersion,
  XmlPart,
} from './types.ts';
import { isVersion4 } from './vastVersions.ts';

/**
 * An inline ad as the element tree of one version, our trackers before its own. The tree may contain parts unknown to
 * the version, in any order: its shape sorts and filters it when it is written.
 */
export function draftAd(ad: InlineAd, version: VastVersion): DraftElement {
  const creatives = ad.creatives.flatMap((creative) => draftCreatives(creative, ad, version));
  const extensions = [...ad.extensions, ...downLevelExtensions(ad, version)].map((extension) =>
    extensionDraft('Extension', extension),
  );
  const viewable = ad.viewableImpression;
  const inline = draft('InLine', [
    draft('AdSystem', ad.adSystem.name || 'unknown', { version: ad.adSystem.version }),
    draft('AdTitle', ad.adTitle || ad.id || 'unknown'),
    ad.adServingId ? draft('AdServingId', ad.adServingId) : draftSlot('AdServingId', 'adServingId'),
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
    ...optional('Advertiser', ad.advertiser),
    ...ad.categories.map((category) => draft('Category', category.code, { authority: category.authority })),
    ...optional('Description', ad.description),
    ...optional('Expires', ad.expires),
    ...(ad.survey ? [draft('Survey', ad.survey.url, { type: ad.survey.type })] : []),
    draft('Creatives', creatives.length > 0 ? creatives : [draft('Creative', [unknownId])]),
  ]);
  const root = draft('Ad', [inline], { id: ad.id, conditionalAd: ad.conditionalAd, adType: ad.adType });
  return draft('VAST', [root], { version, xmlns: 'http://www.iab.com/VAST' });
}

const unknownId = draftId({ registry: 'unknown', value: 'unknown' });

/**
 * The Creative elements of a creative. Before 4.0 an element has one kind only, so a creative of several kinds becomes
 * several elements with the same ID. A Linear without files beside an overlay is left out, as players would wait for it.
 */
function draftCreatives(creative: VastCreative, ad: InlineAd, version: VastVersion): DraftElement[] {
  const { linear, nonLinearAds, companionAds } = creative;
  const isOverlay = isOverlayAd(ad);
  const kinds = [
    ...(linear && !isOverlay ? [draftLinear(linear)] : []),
    ...(nonLinearAds ? [draftNonLinearAds(nonLinearAds, isOverlay)] : []),
    ...(companionAds && companionAds.items.length > 0
      ? [draft('CompanionAds', companionAds.items.map(draftCompanion), { required: companionAds.required })]
      : []),
  ];
  const ids = creative.universalAdIds.map(draftId);
  const extensions = draft(
    'CreativeExtensions',
    [...creative.extensions, ...downLevelExtensions(creative, version)].map((extension) =>
      extensionDraft('CreativeExtension', extension),
    ),
  );
  const attributes = {
    id: creative.id,
    sequence: creative.sequence,
    adId: creative.adId,
    AdID: creative.adId,
    apiFramework: creative.apiFramework,
  };
  if (isVersion4(version)) {
    return [draft('Creative', [...kinds, extensions, ...(ids.length > 0 ? ids : [unknownId])], attributes)];
  }
  const [first, ...others] = kinds;
  return [
    draft('Creative', [...(first ? [first] : []), extensions], attributes),
    ...others.map((kind) => draft('Creative', [kind], attributes)),
  ];
}

/** A registered ID, with its value also as the attribute of 4.0. */
function draftId({ registry, value }: VastUniversalAdId): DraftElement {
  return draft('UniversalAdId', value, { idRegistry: registry, idValue: value });
}

/** A companion, with its slot also in the spelling of 4.0. */
function draftCompanion(companion: XmlPart): DraftElement {
  const { adSlotId } = companion.attributes;
  if (adSlotId === undefined) return companion;
  return { ...companion, attributes: { ...companion.attributes, adSlotID: adSlotId } };
}

function draftLinear(linear: VastLinear): DraftElement {
  const { clicks, adParameters } = linear;
  return draft(
    'Linear',
    [
      draft('Duration', linear.duration || '00:00:00'),
      draft('TrackingEvents', [...ourEvents, ...tracking(linear.tracking)]),
      ...(adParameters ? [draft('AdParameters', adParameters.value, { xmlEncoded: adParameters.xmlEncoded })] : []),
      draft('VideoClicks', [
        ...links('ClickThrough', clicks.clickThrough ? [clicks.clickThrough] : []),
        draftSlot('ClickTracking', 'click'),
        ...links('ClickTracking', clicks.clickTracking),
        ...links('CustomClick', clicks.customClick),
      ]),
      draft('MediaFiles', [
        draft('ClosedCaptionFiles', linear.closedCaptionFiles),
        ...linear.mediaFiles.map((file) => draft('MediaFile', file.url, file.attributes)),
        ...linear.mezzanines,
        ...nativeInteractiveFiles(linear),
      ]),
      draft('Icons', linear.icons),
    ],
    { skipoffset: linear.skipoffset },
  );
}

/** The NonLinearAds element. It has our events and clicks only when there is no video that has them. */
function draftNonLinearAds(ads: VastNonLinearAds, hasOurTrackers: boolean): DraftElement {
  const items = ads.items.map((item): DraftElement =>
    hasOurTrackers ? { ...item, children: [draftSlot('NonLinearClickTracking', 'click'), ...item.children] } : item,
  );
  return draft('NonLinearAds', [
    draft('TrackingEvents', [...(hasOurTrackers ? ourEvents : []), ...tracking(ads.tracking)]),
    ...items,
  ]);
}

const ourEvents = countedEvents.map((event) => draftSlot('Tracking', event, { event }));

function tracking(all: readonly VastTracking[]): DraftElement[] {
  return all.map(({ event, url, offset }) => draft('Tracking', url, { event, offset }));
}

function links(name: string, all: readonly VastLink[]): DraftElement[] {
  return all.map(({ url, id }) => draft(name, url, { id }));
}

function optional(name: string, value: string | undefined): DraftElement[] {
  return value ? [draft(name, value)] : [];
}
