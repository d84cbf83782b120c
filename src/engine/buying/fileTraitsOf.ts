import type { MediaFile } from '#model/index.ts';
import type { FileTraits } from '#standards/openrtb/bid/adTraits.ts';
import { normalizeMime } from '#standards/openrtb/bid/normalizeMime.ts';

/** Our files are downloaded, progressively or as a whole. */
const deliveries: readonly number[] = [2, 3];
const none: readonly number[] = [];

/** A media file of ours as players see it. */
export function fileTraitsOf({ mime, bitrate }: Pick<MediaFile, 'mime' | 'bitrate'>): FileTraits {
  return { mime: normalizeMime(mime), bitrate, deliveries, apis: none };
}
