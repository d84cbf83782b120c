import type { Banner } from '#standards/openrtb/types.ts';

/** A size that the demo's banners are drawn for. */
export interface BannerSize {
  width: number;
  height: number;
}

/** The least that a banner needs to be read. */
const minSize = { width: 120, height: 50 } as const;

/** The first size of an offer that a banner fits; null where there is none, or plain markup is not wanted. */
export function bannerSizeOf({ format, w, h, btype }: Banner): BannerSize | null {
  // 2 = XHTML banner ad (5.2).
  if (btype?.includes(2)) return null;
  const sizes = format?.length ? format : [{ w, h }];
  for (const { w: width = 0, h: height = 0 } of sizes) {
    if (width >= minSize.width && height >= minSize.height) return { width, height };
  }
  return null;
}
