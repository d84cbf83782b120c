import type { MediaFile } from './types.ts';

/**
 * The best media file for a player of this width in device pixels: the smallest that fills it, else the largest.
 * Undefined when `canPlay` accepts no type.
 */
export function pickFile(
  files: readonly MediaFile[],
  width: number,
  canPlay: (type: string) => boolean,
): MediaFile | undefined {
  const playable = files.filter(
    ({ url, type, apiFramework }) => /^(https?:)?\/\//i.test(url) && apiFramework === '' && canPlay(type),
  );
  // A progressive file starts sooner than a stream.
  const progressive = playable.filter(({ delivery }) => delivery !== 'streaming');
  const sorted = (progressive.length > 0 ? progressive : playable).slice().sort((a, b) => a.width - b.width);
  return sorted.find((file) => file.width >= width) ?? sorted[sorted.length - 1];
}
