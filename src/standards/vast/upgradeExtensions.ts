import { attributeOf, childrenNamed, textOf, type XmlElement } from '../xml/xmlElement.ts';
import { attributeRecord, readExtension, readPart } from './readXml.ts';
import type { VastCreative, VastExtension, XmlPart } from './types.ts';

/** Parsed extensions: those that older versions use for parts with elements in 4.x, and all others. */
export interface UpgradedExtensions {
  adVerifications: XmlPart[];
  extensions: VastExtension[];
}

/**
 * Reads the Extension elements of an InLine or Wrapper. Verifications, registered IDs, interactive files, mezzanines
 * and icons that a 2.0 or 3.0 response has as extensions (1.2) move to their places in 4.x, including the ad's
 * creatives; all others are returned unchanged.
 */
export function upgradeExtensions(ad: XmlElement, creatives: VastCreative[]): UpgradedExtensions {
  const upgraded: UpgradedExtensions = { adVerifications: [], extensions: [] };
  for (const extension of childrenNamed(ad, 'Extensions').flatMap((parent) => childrenNamed(parent, 'Extension'))) {
    if (attributeOf(extension, 'type') === 'AdVerifications') {
      const verifications = [extension, ...childrenNamed(extension, 'AdVerifications')].flatMap((parent) =>
        childrenNamed(parent, 'Verification'),
      );
      upgraded.adVerifications.push(...verifications.map(readPart));
      if (verifications.length > 0) continue;
    }
    if (!upgradeIntoCreatives(extension, creatives)) upgraded.extensions.push(readExtension(extension));
  }
  return upgraded;
}

/** Reads the CreativeExtension elements of one creative the same way. */
export function upgradeCreativeExtensions(creative: XmlElement, target: VastCreative): void {
  // 3.0 has CreativeExtensions inside Linear and NonLinear, 4.x and the CTV Addendum beside them.
  const overlays = childrenNamed(creative, 'NonLinearAds').flatMap((ads) => childrenNamed(ads, 'NonLinear'));
  for (const parent of [creative, ...childrenNamed(creative, 'Linear'), ...overlays]) {
    const extensions = childrenNamed(parent, 'CreativeExtensions').flatMap((list) =>
      childrenNamed(list, 'CreativeExtension'),
    );
    for (const extension of extensions) {
      if (!upgradeIntoCreatives(extension, [target])) target.extensions.push(readExtension(extension));
    }
  }
}

function upgradeIntoCreatives(extension: XmlElement, creatives: VastCreative[]): boolean {
  const type = attributeOf(extension, 'type') ?? '';
  const children = extension.children;
  if (!liftable.has(type) || children.length === 0) return false;
  const targets = children.map((child) => (child.localName === type ? ownerOf(child, creatives) : undefined));
  if (targets.some((target) => target === undefined)) return false;
  children.forEach((child, index) => place(type, child, targets[index]));
  return true;
}

const liftable = new Set(['UniversalAdId', 'InteractiveCreativeFile', 'Mezzanine', 'Icon']);

/** The creative that an extension names, by its own ID or that of a media file; else the first of the right kind. */
function ownerOf(part: XmlElement, creatives: VastCreative[]): VastCreative | undefined {
  const { creativeId, mediaFileId } = attributeRecord(part);
  const byId = creatives.find((creative) => creativeId !== undefined && creative.id === creativeId);
  if (part.localName === 'UniversalAdId') return byId ?? creatives[0];
  const byMedia = creatives.find(
    (creative) =>
      mediaFileId !== undefined && creative.linear?.mediaFiles.some((file) => file.attributes.id === mediaFileId),
  );
  return byMedia ?? creatives.find((creative) => creative.linear !== undefined);
}

function place(type: string, element: XmlElement, creative: VastCreative | undefined): void {
  if (!creative) return;
  if (type === 'UniversalAdId') {
    creative.universalAdIds.push(readUniversalAdId(element));
    return;
  }
  const part = readPart(element);
  if (type === 'Icon') creative.linear?.icons.push(part);
  if (type === 'Mezzanine') creative.linear?.mezzanines.push(part);
  if (type === 'InteractiveCreativeFile') creative.linear?.interactiveCreativeFiles.push(part);
}

/** A registered ID; 4.0 has the value as an attribute too. */
export function readUniversalAdId(element: XmlElement): { registry: string; value: string } {
  return {
    registry: attributeOf(element, 'idRegistry') || 'unknown',
    value: textOf(element) || attributeOf(element, 'idValue') || 'unknown',
  };
}
