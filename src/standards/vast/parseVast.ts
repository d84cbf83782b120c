import { upgradeExtensions } from './upgradeExtensions.ts';
import { readCreative, readLinks } from './readCreative.ts';
import { attributeOf, childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xmlElement.ts';
import { readPart, readXml } from './readXml.ts';
import type {
  AdSource,
  InlineAd,
  VastAd,
  VastAdBase,
  VastCategory,
  VastParseResult,
  VastPricing,
  VastViewableImpression,
  WrapperAd,
} from './types.ts';

/** Maximum characters of a response; longer ones are rejected unparsed. */
export const MAX_VAST_BYTES = 512 * 1024;

/**
 * Parses a VAST response of any version 2.0–4.3 without losing a part, or returns the error code of its fault (1.4,
 * 1.6). Never throws.
 */
export function parseVast(xml: string): VastParseResult {
  if (xml.length > MAX_VAST_BYTES) return fault(100, `the response is longer than ${MAX_VAST_BYTES} bytes`);
  const root = readXml(xml);
  if (typeof root === 'string') return fault(100, root);
  const name = root.localName;
  if (name === 'VideoAdServingTemplate') return fault(102, 'VAST 1.0 is not supported');
  if (name !== 'VAST') return fault(101, `the root element is ${name}, not VAST`);
  // Some responses lack the version; their contents still determine it.
  const version = attributeOf(root, 'version') || '2.0';
  if (!/^[234](\.\d+)*$/.test(version)) return fault(102, `VAST ${version} is not supported`);
  return readRoot(root, version);
}

function fault(errorCode: 100 | 101 | 102, message: string): VastParseResult {
  return { ok: false, errorCode, message };
}

function readRoot(root: XmlElement, version: string): VastParseResult {
  const elements = childrenNamed(root, 'Ad');
  const written = attributeOf(root, 'version') ?? '';
  const ads = elements.map((element) => readAd({ element, version: written })).filter((ad) => ad !== undefined);
  if (elements.length > 0 && ads.length === 0)
    return fault(101, 'no Ad contains an InLine, or a Wrapper with a VASTAdTagURI');
  return { ok: true, vast: { version, errors: readUrls(root, 'Error'), ads } };
}

function readAd(source: AdSource): VastAd | undefined {
  const inline = childNamed(source.element, 'InLine');
  if (inline) return readInline(inline, readBase(source, inline));
  const wrapper = childNamed(source.element, 'Wrapper');
  return wrapper && readWrapper(wrapper, readBase(source, wrapper));
}

function readBase(source: AdSource, body: XmlElement): VastAdBase {
  const ad = source.element;
  const creatives = childrenNamed(childNamed(body, 'Creatives'), 'Creative').map((creative) => readCreative(creative));
  const verifications = childrenNamed(childNamed(body, 'AdVerifications'), 'Verification').map(readPart);
  const upgraded = upgradeExtensions(body, creatives);
  const adSystem = childNamed(body, 'AdSystem');
  const sequence = Number(attributeOf(ad, 'sequence') ?? '');
  return {
    source,
    id: attributeOf(ad, 'id'),
    sequence: Number.isInteger(sequence) && sequence >= 1 ? sequence : undefined,
    conditionalAd: attributeOf(ad, 'conditionalAd'),
    adType: attributeOf(ad, 'adType'),
    adSystem: { name: textOf(adSystem), version: adSystem && attributeOf(adSystem, 'version') },
    impressions: readLinks(body, 'Impression'),
    errors: readUrls(body, 'Error'),
    pricing: readPricing(childNamed(body, 'Pricing')),
    viewableImpression: readViewableImpression(childNamed(body, 'ViewableImpression')),
    adVerifications: [...verifications, ...upgraded.adVerifications],
    extensions: upgraded.extensions,
    creatives,
  };
}

function readInline(element: XmlElement, base: VastAdBase): InlineAd {
  const advertiser = childNamed(element, 'Advertiser');
  const survey = childNamed(element, 'Survey');
  return {
    kind: 'inline',
    ...base,
    adTitle: textOf(childNamed(element, 'AdTitle')),
    adServingId: optionalText(element, 'AdServingId'),
    advertiser: optionalText(element, 'Advertiser'),
    advertiserId: advertiser && attributeOf(advertiser, 'id'),
    description: optionalText(element, 'Description'),
    categories: readCategories(element, 'Category'),
    expires: optionalText(element, 'Expires'),
    survey: survey && { url: textOf(survey), type: attributeOf(survey, 'type') },
  };
}

function readWrapper(element: XmlElement, base: VastAdBase): WrapperAd | undefined {
  const vastAdTagUri = textOf(childNamed(element, 'VASTAdTagURI'));
  if (vastAdTagUri === '') return undefined;
  return {
    kind: 'wrapper',
    ...base,
    vastAdTagUri,
    followAdditionalWrappers: readFlag(element, 'followAdditionalWrappers') ?? true,
    allowMultipleAds: readFlag(element, 'allowMultipleAds') ?? false,
    fallbackOnNoAd: readFlag(element, 'fallbackOnNoAd'),
    blockedAdCategories: readCategories(element, 'BlockedAdCategories'),
  };
}

function readFlag(element: XmlElement, name: string): boolean | undefined {
  const text = attributeOf(element, name)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

function readUrls(parent: XmlElement, name: string): string[] {
  return childrenNamed(parent, name)
    .map(textOf)
    .filter((url) => url !== '');
}

function optionalText(parent: XmlElement, name: string): string | undefined {
  return textOf(childNamed(parent, name)) || undefined;
}

function readCategories(parent: XmlElement, name: string): VastCategory[] {
  return childrenNamed(parent, name)
    .map((element) => ({ code: textOf(element), authority: attributeOf(element, 'authority') }))
    .filter((category) => category.code !== '');
}

function readPricing(element: XmlElement | undefined): VastPricing | undefined {
  if (!element) return undefined;
  return {
    value: textOf(element),
    model: attributeOf(element, 'model') ?? '',
    currency: attributeOf(element, 'currency') ?? '',
  };
}

function readViewableImpression(element: XmlElement | undefined): VastViewableImpression | undefined {
  if (!element) return undefined;
  return {
    id: attributeOf(element, 'id'),
    viewable: readUrls(element, 'Viewable'),
    notViewable: readUrls(element, 'NotViewable'),
    viewUndetermined: readUrls(element, 'ViewUndetermined'),
  };
}
