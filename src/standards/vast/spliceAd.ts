import { childNamed, childrenNamed, textOf, type XmlElement } from '../xml/xmlElement.ts';
import { creativesEdits } from './creativesEdits.ts';
import type { SplicedAd } from './splicedAd.ts';
import { applyEdits, endOf, insertion, removal, slotElement, type Edit } from './templateEdits.ts';
import type { AdSource, InlineAd, VastAd, VastLinear, VastTemplate, VastVersion } from './types.ts';
import { parseVastTime } from './vastTime.ts';
import { isVersion4, vastVersionOf } from './vastVersions.ts';

/**
 * The ad as it was written, as a stand-alone response with slots for our trackers before its own. `version` is its own,
 * or one of the same elements, which then replaces it. Only its pod position, its price and a wrapper's permission to
 * bring several ads are removed, and in 2.0, which allows one Error, its Error URLs. Ads beside it are not passed on: a
 * player may show each of them, and one was sold. Returns null for an ad that must be rewritten: it was not read from a
 * document of a version that we know, its elements have prefixes, a namespace is no URI, it has a part twice, or it
 * lacks a part that its version requires.
 */
export function spliceAd(ad: VastAd, version = ad.source && vastVersionOf(ad.source.version)): VastTemplate | null {
  const spliced = ad.source && version && splicedOf(ad, ad.source, version);
  if (!ad.source || !spliced) return null;
  const { element } = ad.source;
  const edits = [...trackerEdits(spliced), ...headerEdits(element, spliced), ...creativesEdits(spliced)];
  return applyEdits(element, edits, spliced.version);
}

function splicedOf(ad: VastAd, { element }: AdSource, version: VastVersion): SplicedAd | null {
  const body = childNamed(element, ad.kind === 'inline' ? 'InLine' : 'Wrapper');
  if (!body || !isComplete(ad) || brokenNamespace.test(element.source)) return null;
  if (!hasPlainNames(element, body) || !isUnambiguous(element, body)) return null;
  return { kind: ad.kind, version, body };
}

/** A namespace that cannot be a URI (RFC 3986), which some browsers take for a fault of the document. */
const brokenNamespace =
  /\sxmlns(?::[^\s=<>]{1,64})?\s?=\s?(?:"(?![\w%~:/?#@!$&'()*+,;=.-]*")|'(?![\w%~:/?#@!$&()*+,;=.-]*'))/;

/** Whether what we insert, without prefix, is in the namespace of its neighbours. */
function hasPlainNames(ad: XmlElement, body: XmlElement): boolean {
  if (ad.parent?.name !== 'VAST' || ad.name !== 'Ad' || !isPlain(body)) return false;
  return childrenNamed(body, 'Creatives').every(
    (list) =>
      isPlain(list) && list.children.every((creative) => isPlain(creative) && creative.children.every(isPlainKind)),
  );
}

/** Whether every player reads the parts that we read: of two equal ones, some take the first and some the last. */
function isUnambiguous(ad: XmlElement, body: XmlElement): boolean {
  return (
    ad.children.length === 1 &&
    hasOneOfEach(body, ['VASTAdTagURI', 'Creatives']) &&
    childrenNamed(childNamed(body, 'Creatives'), 'Creative').every(
      (creative) =>
        hasOneOfEach(creative, ['Linear']) &&
        hasOneOfEach(childNamed(creative, 'Linear'), ['Duration', 'TrackingEvents', 'VideoClicks', 'MediaFiles']),
    )
  );
}

/** Whether none of these children occurs twice. */
function hasOneOfEach(parent: XmlElement | undefined, names: readonly string[]): boolean {
  return names.every((name) => childrenNamed(parent, name).length <= 1);
}

function isPlainKind(kind: XmlElement): boolean {
  return isPlain(kind) && (kind.localName !== 'Linear' || kind.children.every(isPlain));
}

function isPlain({ name, localName }: XmlElement): boolean {
  return name === localName;
}

/** Whether an ad has what the schemas require and players rely on. */
function isComplete(ad: VastAd): boolean {
  if (ad.adSystem.name === '') return false;
  return ad.kind === 'wrapper' || (ad.adTitle !== '' && hasCompleteLinear(ad));
}

function hasCompleteLinear({ creatives }: InlineAd): boolean {
  const linears = creatives.flatMap(({ linear }) => linear ?? []);
  return linears.length > 0 && linears.every(isCompleteLinear);
}

function isCompleteLinear({ duration, mediaFiles }: VastLinear): boolean {
  if (parseVastTime(duration) === undefined || mediaFiles.length === 0) return false;
  return mediaFiles.every(
    ({ url, type, delivery, attributes }) =>
      url !== '' && type !== '' && delivery !== '' && Boolean(attributes['width']) && Boolean(attributes['height']),
  );
}

/**
 * Removes the pod position, the price and the permission to bring several ads, and adds an AdServingId where 4.1 and
 * later require one.
 */
function headerEdits(ad: XmlElement, { kind, version, body }: SplicedAd): Edit[] {
  const edits = [
    ...childrenNamed(body, 'Pricing').map(removal),
    ...attributeRemovals(ad, 'sequence'),
    ...attributeRemovals(body, 'allowMultipleAds'),
  ];
  if (version < '4.1' || kind === 'wrapper') return edits;
  const id = childNamed(body, 'AdServingId');
  if (textOf(id) !== '') return edits;
  if (id) edits.push(removal(id));
  const at = childNamed(body, 'AdTitle')?.start ?? body.contentStart;
  return [...edits, insertion(at, [slotElement('AdServingId', 'adServingId', { repeats: false })])];
}

/** Removes an attribute, with the white space before it. */
function attributeRemovals({ source, attributeOffsets: offsets }: XmlElement, name: string): Edit[] {
  for (let index = 0; index < offsets.length; index += 4) {
    const start = offsets[index] ?? 0;
    if (source.slice(start, offsets[index + 1]) !== name) continue;
    return [{ from: start - 1, to: (offsets[index + 3] ?? 0) + 1, pieces: [] }];
  }
  return [];
}

/** Elements of InLine or Wrapper that come before Error. */
const beforeErrors = {
  '2.0': ['AdSystem', 'AdTitle', 'VASTAdTagURI', 'Description', 'Survey'],
  '3.0': ['AdSystem', 'AdTitle', 'VASTAdTagURI', 'Description', 'Advertiser', 'Pricing', 'Survey'],
  '4.x': ['AdSystem'],
} as const;

function trackerEdits({ version, body }: SplicedAd): Edit[] {
  const is4 = isVersion4(version);
  const before = beforeErrors[is4 ? '4.x' : version];
  const errors = childrenNamed(body, 'Error');
  const errorAt = errors[0]?.start ?? endOf(body, before);
  const beforeImpressions = is4 ? [...before, 'Error', 'Extensions'] : [...before, 'Error'];
  const impressionAt = childNamed(body, 'Impression')?.start ?? endOf(body, beforeImpressions);
  return [
    insertion(errorAt, [slotElement('Error', 'error', { repeats: version !== '2.0' })]),
    ...(version === '2.0' ? errors.map(removal) : []),
    insertion(impressionAt, [slotElement('Impression', 'impression')]),
  ];
}
