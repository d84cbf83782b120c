import type { PageFacts } from '../pageFacts.ts';
import type { Place } from '../placeOf.ts';
import type { Size } from '../readSizes.ts';
import type { Texts } from '../types.ts';

/** What a banner asks with. */
export interface BannerWish {
  place: Place;
  privacy: Texts;
  page: PageFacts;
  sizes: readonly Size[];
}
