import { adVerifications } from './check/shape4.ts';
import { draft, writeAsIs, writePart } from './templateWriter.ts';
import type { DraftElement } from './templateWriter.ts';
import type { VastAd, VastCreative, VastExtension, VastLinear, VastVersion, XmlPart } from './types.ts';
import { isVersion4 } from './vastVersions.ts';

/**
 * Extensions for parts without an element in `version` (1.2): for an ad, those that belong under InLine or Wrapper; for
 * a creative, those under Creative. 2.0 and the wrappers of 4.x have no CreativeExtensions, so all extensions of their
 * creatives are those of the ad.
 */
export function downLevelExtensions(owner: VastAd | VastCreative, version: VastVersion): VastExtension[] {
  if (!('kind' in owner)) return version === '2.0' ? [] : creativeExtensions(owner, version);
  const hasOwn = version !== '2.0' && (owner.kind === 'inline' || version === '3.0');
  const ofCreatives = hasOwn ? [] : owner.creatives.flatMap((creative) => extensionsForAd(creative, version));
  if (version >= '4.1' || owner.adVerifications.length === 0) return ofCreatives;
  return [verificationExtension(owner.adVerifications), ...ofCreatives];
}

export function extensionDraft(name: 'Extension' | 'CreativeExtension', extension: VastExtension): DraftElement {
  return draft(name, extension.content, extension.attributes);
}

/** Interactive files that are only a URL, which is all that the element of 4.x can contain. */
export function nativeInteractiveFiles(linear: VastLinear): XmlPart[] {
  return linear.interactiveCreativeFiles.filter((file) => file.children.length === 0);
}

/** Maximum registered IDs of a creative and mezzanines of its media that have an element of their own. */
const nativeParts: Readonly<Record<Exclude<VastVersion, '2.0'>, { ids: number; mezzanines: number }>> = {
  '3.0': { ids: 0, mezzanines: 0 },
  '4.0': { ids: 1, mezzanines: 1 },
  '4.1': { ids: 1, mezzanines: Infinity },
  '4.2': { ids: Infinity, mezzanines: Infinity },
  '4.3': { ids: Infinity, mezzanines: Infinity },
};

function creativeExtensions(creative: VastCreative, version: Exclude<VastVersion, '2.0'>): VastExtension[] {
  const { ids, mezzanines } = nativeParts[version];
  const files = creative.linear?.interactiveCreativeFiles ?? [];
  const furtherIds = creative.universalAdIds.slice(ids);
  return [
    ...furtherIds.map((id) => wrap(draft('UniversalAdId', id.value, { idRegistry: id.registry }))),
    ...(creative.linear?.mezzanines ?? []).slice(mezzanines).map(wrap),
    ...files.filter((file) => !isVersion4(version) || file.children.length > 0).map(wrap),
  ];
}

/** The extensions of companions, which have none in 2.0. */
function companionExtensions({ companionAds }: VastCreative, version: VastVersion): VastExtension[] {
  if (version !== '2.0' || !companionAds) return [];
  return companionAds.items
    .flatMap(({ children }) => children.filter(({ name }) => name === 'CreativeExtensions'))
    .flatMap(({ children }) => children.map(({ attributes, text }) => ({ attributes, content: text })));
}

function extensionsForAd(creative: VastCreative, version: VastVersion): VastExtension[] {
  const ids = creative.universalAdIds.map((id) =>
    wrap(draft('UniversalAdId', id.value, { idRegistry: id.registry, creativeId: creative.id })),
  );
  const { linear } = creative;
  const extensions = [...creative.extensions, ...companionExtensions(creative, version)];
  if (!linear) return [...ids, ...extensions];
  const mediaFileId = linear.mediaFiles[0]?.attributes.id;
  const files = [...linear.mezzanines, ...linear.interactiveCreativeFiles].map((file) =>
    wrap({ ...file, attributes: mediaFileId === undefined ? file.attributes : { mediaFileId, ...file.attributes } }),
  );
  const icons = version === '2.0' ? linear.icons.map(wrap) : [];
  return [...ids, ...files, ...icons, ...extensions];
}

function wrap(part: DraftElement): VastExtension {
  return { attributes: { type: part.name }, content: writeAsIs(part) };
}

function verificationExtension(verifications: readonly XmlPart[]): VastExtension {
  return {
    attributes: { type: 'AdVerifications' },
    content: writePart(draft('AdVerifications', verifications), adVerifications, '4.1'),
  };
}
