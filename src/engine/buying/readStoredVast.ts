import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { parseVast } from '#standards/vast/parseVast.ts';
import { selectAd } from '#standards/vast/selectAd.ts';
import type { PlayableFile } from './playableFile.ts';

/** The properties of an ad in stored VAST. */
export interface StoredVast {
  isWrapper: boolean;
  /** Seconds; 0 = unknown. */
  durationS: number;
  files: readonly PlayableFile[];
  isSkippable: boolean;
}

/** Parses stored VAST; null when it contains no ad. */
export function readStoredVast(xml: string): StoredVast | null {
  const parsed = parseVast(xml);
  const ad = parsed.ok ? selectAd(parsed.vast) : undefined;
  if (!ad) return null;
  if (ad.kind === 'wrapper') return { isWrapper: true, durationS: 0, files: [], isSkippable: false };
  const linear = ad.creatives.flatMap((creative) => creative.linear ?? []);
  return {
    isWrapper: false,
    durationS: creativeIdentity(ad).durationS,
    files: linear.flatMap(({ mediaFiles }) =>
      mediaFiles.map(({ type, attributes }) => ({
        mime: type.toLowerCase(),
        bitrate: Number(attributes['bitrate']) || 0,
      })),
    ),
    isSkippable: linear.some(({ skipoffset }) => skipoffset !== undefined),
  };
}
