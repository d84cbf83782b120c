import { attributeOf, childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xmlElement.ts';
import { attributeRecord, readPart } from './readXml.ts';
import { upgradeCreativeExtensions, readUniversalAdId } from './upgradeExtensions.ts';
import type {
  VastCompanionAds,
  XmlPart,
  VastCreative,
  VastLinear,
  VastLink,
  VastMediaFile,
  VastNonLinearAds,
  VastTracking,
  VastVideoClicks,
} from './types.ts';

/** Reads a Creative of an InLine or Wrapper, of any version. */
export function readCreative(element: XmlElement): VastCreative {
  const linear = childNamed(element, 'Linear');
  const nonLinearAds = childNamed(element, 'NonLinearAds');
  const companionAds = childNamed(element, 'CompanionAds');
  const creative: VastCreative = {
    id: attributeOf(element, 'id'),
    sequence: attributeOf(element, 'sequence'),
    adId: attributeOf(element, 'adId') ?? attributeOf(element, 'AdID') ?? attributeOf(element, 'adID'),
    apiFramework: attributeOf(element, 'apiFramework'),
    universalAdIds: childrenNamed(element, 'UniversalAdId').map(readUniversalAdId),
    linear: linear && readLinear(linear),
    nonLinearAds: nonLinearAds && readNonLinearAds(nonLinearAds),
    companionAds: companionAds && readCompanionAds(companionAds),
    extensions: [],
  };
  upgradeCreativeExtensions(element, creative);
  return creative;
}

/** A URL with its ID; undefined when there is no URL. */
export function readLink(element: XmlElement): VastLink | undefined {
  const url = textOf(element);
  if (url === '') return undefined;
  const id = attributeOf(element, 'id');
  return id === undefined ? { url } : { url, id };
}

/** All links of one name below a parent. */
export function readLinks(parent: XmlElement | undefined, name: string): VastLink[] {
  return childrenNamed(parent, name)
    .map(readLink)
    .filter((link) => link !== undefined);
}

function readTracking(parent: XmlElement): VastTracking[] {
  return childrenNamed(childNamed(parent, 'TrackingEvents'), 'Tracking')
    .map((element) => {
      const offset = attributeOf(element, 'offset');
      const tracking = { event: attributeOf(element, 'event') ?? '', url: textOf(element) };
      return offset === undefined ? tracking : { ...tracking, offset };
    })
    .filter((tracking) => tracking.url !== '' && tracking.event !== '');
}

function readLinear(element: XmlElement): VastLinear {
  const media = childNamed(element, 'MediaFiles');
  const adParameters = childNamed(element, 'AdParameters');
  return {
    duration: textOf(childNamed(element, 'Duration')),
    skipoffset: attributeOf(element, 'skipoffset'),
    tracking: readTracking(element),
    clicks: readClicks(childNamed(element, 'VideoClicks')),
    mediaFiles: childrenNamed(media, 'MediaFile').map(readMediaFile),
    mezzanines: childrenNamed(media, 'Mezzanine').map(readPart),
    // 4.0 allowed the file beside MediaFiles too.
    interactiveCreativeFiles: [
      ...childrenNamed(media, 'InteractiveCreativeFile'),
      ...childrenNamed(element, 'InteractiveCreativeFile'),
    ].map(readPart),
    closedCaptionFiles: childrenNamed(childNamed(media, 'ClosedCaptionFiles'), 'ClosedCaptionFile').map(readPart),
    icons: childrenNamed(childNamed(element, 'Icons'), 'Icon').map(readPart),
    adParameters: adParameters && {
      value: textOf(adParameters),
      xmlEncoded: attributeOf(adParameters, 'xmlEncoded'),
    },
  };
}

function readClicks(element: XmlElement | undefined): VastVideoClicks {
  return {
    clickThrough: readLinks(element, 'ClickThrough')[0],
    clickTracking: readLinks(element, 'ClickTracking'),
    customClick: readLinks(element, 'CustomClick'),
  };
}

function readMediaFile(element: XmlElement): VastMediaFile {
  const attributes = attributeRecord(element);
  return {
    url: textOf(element),
    type: attributes.type ?? '',
    delivery: attributes.delivery ?? '',
    width: readSize(attributes.width),
    height: readSize(attributes.height),
    attributes,
  };
}

function readSize(text: string | undefined): number {
  const size = Math.round(Number.parseFloat(text ?? ''));
  return Number.isFinite(size) && size > 0 ? size : 0;
}

function readNonLinearAds(element: XmlElement): VastNonLinearAds {
  return {
    tracking: readTracking(element),
    items: childrenNamed(element, 'NonLinear').map(readOverlay),
  };
}

/** An overlay without its extensions (3.0), which are read as those of its creative. */
function readOverlay(element: XmlElement): XmlPart {
  const part = readPart(element);
  return { ...part, children: part.children.filter(({ name }) => name !== 'CreativeExtensions') };
}

function readCompanionAds(element: XmlElement): VastCompanionAds {
  return {
    required: attributeOf(element, 'required'),
    items: childrenNamed(element, 'Companion').map(readCompanion),
  };
}

/** The schema of VAST 4.0 spells `adSlotId` as `adSlotID`. */
function readCompanion(element: XmlElement): XmlPart {
  const part = readPart(element);
  const { adSlotID, ...attributes } = part.attributes;
  return adSlotID === undefined ? part : { ...part, attributes: { adSlotId: adSlotID, ...attributes } };
}
