import type { InlineAd } from './types.ts';
import { wholeSeconds } from './vastTime.ts';

/** Whole seconds of the linear creative that an ad plays first; 0 where they are unknown, and without an ad. */
export function adSeconds(ad: InlineAd | null): number {
  const played = ad?.creatives.find(({ linear }) =>
    linear?.mediaFiles.some(({ url, type }) => url !== '' && type !== ''),
  );
  return wholeSeconds(played?.linear?.duration ?? '');
}
