import type { InlineAd, XmlPart } from './types.ts';

/** An overlay (NonLinear): its resource, and where clicks on it lead. */
export interface VastOverlay {
  /** The element of its resource; null when it has none. */
  resource: 'StaticResource' | 'IFrameResource' | 'HTMLResource' | null;
  /** MIME type of a static resource; empty when unknown. */
  type: string;
  /** URL of the resource, or its HTML. */
  content: string;
  /** Pixels, 0 when unknown. */
  width: number;
  height: number;
  clickThrough: string | null;
}

const resources = ['StaticResource', 'IFrameResource', 'HTMLResource'] as const;

/** The overlays of an ad, in document order. */
export function overlaysOf({ creatives }: Pick<InlineAd, 'creatives'>): VastOverlay[] {
  return creatives.flatMap(({ nonLinearAds }) => nonLinearAds?.items ?? []).map(overlayOf);
}

function overlayOf({ attributes, children }: XmlPart): VastOverlay {
  const textOf = (name: string): string => children.find((child) => child.name === name)?.text ?? '';
  const resource = resources.find((name) => textOf(name) !== '') ?? null;
  return {
    resource,
    type: children.find(({ name }) => name === resource)?.attributes['creativeType'] ?? '',
    content: resource === null ? '' : textOf(resource),
    width: pixelsOf(attributes['width']),
    height: pixelsOf(attributes['height']),
    clickThrough: textOf('NonLinearClickThrough') || null,
  };
}

function pixelsOf(text: string | undefined): number {
  const pixels = Number.parseInt(text ?? '', 10);
  return pixels > 0 ? pixels : 0;
}
