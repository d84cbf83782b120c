import { nativeInteractiveFiles, downLevelExtensions, extensionDraft } from './placeExtensions.ts';
import { draft, draftSlot } from './templateWriter.ts';
import type { DraftElement } from './templateWriter.ts';
import type {
  VastCreative,
  VastLink,
  VastLinear,
  VastNonLinearAds,
  VastTracking,
  VastUniversalAdId,
  VastVersion,
  XmlPart,
} from './types.ts';
import { countedEvents } from './vastEvents.ts';
import { isVersion4 } from './vastVersions.ts';

/** How an ad's creatives are tracked. */
export interface CreativeTracking {
  /** Whether the ad is an overlay, which is tracked in place of a video. */
  isOverlay: boolean;
  /** Whether our events and clicks are in this creative. */
  isTracked: boolean;
}

const ourEvents = countedEvents.map((event) => draftSlot('Tracking', event, { event }));
const unknownId = draftId({ registry: 'unknown', value: 'unknown' });

/** The creative of an ad that has none. */
export const unknownCreative = draft('Creative', [unknownId]);

/** A creative of a wrapper that has only our trackers. */
export const ourLinearCreative = draft('Creative', [
  draft('Linear', [draft('TrackingEvents', ourEvents), draft('VideoClicks', [draftSlot('ClickTracking', 'click')])]),
]);

/**
 * The Creative elements of a creative. Before 4.0 an element has one kind only, so a creative of several kinds becomes
 * several elements with the same ID. A Linear without files beside an overlay is left out, as players would wait for it.
 */
export function draftCreatives(
  creative: VastCreative,
  version: VastVersion,
  { isOverlay, isTracked }: CreativeTracking,
): DraftElement[] {
  const { linear, nonLinearAds, companionAds } = creative;
  const kinds = [
    ...(linear && !isOverlay ? [draftLinear(linear, isTracked)] : []),
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

function draftLinear(linear: VastLinear, isTracked: boolean): DraftElement {
  const { clicks, adParameters } = linear;
  return draft(
    'Linear',
    [
      draft('Duration', linear.duration || '00:00:00'),
      draft('TrackingEvents', [...(isTracked ? ourEvents : []), ...tracking(linear.tracking)]),
      ...(adParameters ? [draft('AdParameters', adParameters.value, { xmlEncoded: adParameters.xmlEncoded })] : []),
      draft('VideoClicks', [
        ...links('ClickThrough', clicks.clickThrough ? [clicks.clickThrough] : []),
        ...(isTracked ? [draftSlot('ClickTracking', 'click')] : []),
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

function tracking(all: readonly VastTracking[]): DraftElement[] {
  return all.map(({ event, url, offset }) => draft('Tracking', url, { event, offset }));
}

export function links(name: string, all: readonly VastLink[]): DraftElement[] {
  return all.map(({ url, id }) => draft(name, url, { id }));
}
