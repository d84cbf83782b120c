import type { WinningAd } from './types.ts';

/** The medium of an ad as its VAST shows it; undefined where that is unknown, and for other markup. */
export function mediumOfAd(ad: WinningAd): 'video' | 'audio' | undefined {
  return 'medium' in ad ? ad.medium : undefined;
}
