import type { PixelRow } from '#model/index.ts';

/** A pixel as serving needs it: the row of an active pixel. There is one object per version of a pixel. */
export type ActivePixel = Readonly<PixelRow>;
