import type { VastAd, VastDocument } from './types.ts';

/**
 * The ad for a single slot: the first stand-alone ad, else the one with the lowest pod position; undefined when there
 * is none (303).
 */
export function selectAd(vast: VastDocument): VastAd | undefined {
  const standAlone = vast.ads.find((ad) => ad.sequence === undefined);
  return standAlone ?? vast.ads.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))[0];
}

/** The stand-alone ads of a response beside one of its ads. */
export function otherStandAlone({ ads }: VastDocument, ad: VastAd): VastAd[] {
  return ads.filter((each) => each.sequence === undefined && each !== ad);
}

/** The ads of a pod in order; stand-alone ads beside it are its substitutes (1.4). Empty when there is no pod. */
export function podOf(vast: VastDocument): VastAd[] {
  return vast.ads.filter((ad) => ad.sequence !== undefined).toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
}
