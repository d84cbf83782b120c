import type { Banner } from '#standards/openrtb/types.ts';

/** A banner size that the demo's ads support. */
export interface BannerSize {
  width: number;
  height: number;
}

/** The minimum size of a readable banner, in pixels. */
const minSize = { width: 120, height: 50 } as const;

/** The first offered size that a banner fits; null when there is none, or HTML markup is blocked. */
export function bannerSizeOf({ format, w, h, btype }: Banner): BannerSize | null {
  // 2 = XHTML banner ad (list 5.2).
  if (btype?.includes(2)) return null;
  const sizes = format?.length ? format : [{ w, h }];
  for (const { w: width = 0, h: height = 0 } of sizes) {
    if (width >= minSize.width && height >= minSize.height) return { width, height };
  }
  return null;
}
