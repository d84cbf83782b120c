import type { PixelRow } from '#model/index.ts';

/** What serving needs of a pixel: its row, as only active ones come this far. One object per state of a pixel. */
export type PixelFacts = Readonly<PixelRow>;
