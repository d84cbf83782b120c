import { adVerifications } from './check/shape42.ts';
import { draft, writeAsIs, writePart } from './templateWriter.ts';
import type { DraftElement } from './templateWriter.ts';
import type { InlineAd, VastCreative, VastExtension, VastLinear, VastVersion, XmlPart } from './types.ts';

/**
 * Extensions for parts without an element in `version` (1.2): for an ad, those that belong under InLine; for a
 * creative, those under Creative. 2.0 has no CreativeExtensions, so all extensions of its creatives go under InLine.
 */
export function downLevelExtensions(owner: InlineAd | VastCreative, version: VastVersion): VastExtension[] {
  if (!('kind' in owner)) return version === '2.0' ? [] : creativeExtensions(owner, version);
  if (version === '4.2') return [];
  const verifications = owner.adVerifications.length > 0 ? [verificationExtension(owner.adVerifications)] : [];
  return [...verifications, ...(version === '2.0' ? owner.creatives.flatMap(extensions20) : [])];
}

export function extensionDraft(name: 'Extension' | 'CreativeExtension', extension: VastExtension): DraftElement {
  return draft(name, extension.content, extension.attributes);
}

/** Interactive files that are only a URL, which is all that 4.2's own element can contain. */
export function nativeInteractiveFiles(linear: VastLinear): XmlPart[] {
  return linear.interactiveCreativeFiles.filter((file) => file.children.length === 0);
}

function creativeExtensions(creative: VastCreative, version: '3.0' | '4.2'): VastExtension[] {
  const files = creative.linear?.interactiveCreativeFiles ?? [];
  if (version === '4.2') return files.filter((file) => file.children.length > 0).map(wrap);
  return [
    ...creative.universalAdIds.map((id) => wrap(draft('UniversalAdId', id.value, { idRegistry: id.registry }))),
    ...(creative.linear?.mezzanines ?? []).map(wrap),
    ...files.map(wrap),
  ];
}

function extensions20(creative: VastCreative): VastExtension[] {
  const ids = creative.universalAdIds.map((id) =>
    wrap(draft('UniversalAdId', id.value, { idRegistry: id.registry, creativeId: creative.id })),
  );
  const { linear } = creative;
  if (!linear) return [...ids, ...creative.extensions];
  const mediaFileId = linear.mediaFiles[0]?.attributes.id;
  const files = [...linear.mezzanines, ...linear.interactiveCreativeFiles].map((file) =>
    wrap({ ...file, attributes: mediaFileId === undefined ? file.attributes : { mediaFileId, ...file.attributes } }),
  );
  return [...ids, ...files, ...linear.icons.map(wrap), ...creative.extensions];
}

function wrap(part: DraftElement): VastExtension {
  return { attributes: { type: part.name }, content: writeAsIs(part) };
}

function verificationExtension(verifications: readonly XmlPart[]): VastExtension {
  return {
    attributes: { type: 'AdVerifications' },
    content: writePart(draft('AdVerifications', verifications), adVerifications, '4.2'),
  };
}
