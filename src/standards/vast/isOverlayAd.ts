import type { InlineAd } from './types.ts';

/** Whether an ad has overlays (NonLinear) and no linear creative with a media file. */
export function isOverlayAd({ creatives }: Pick<InlineAd, 'creatives'>): boolean {
  if (creatives.some(({ linear }) => linear && linear.mediaFiles.length > 0)) return false;
  return creatives.some(({ nonLinearAds }) => nonLinearAds && nonLinearAds.items.length > 0);
}
