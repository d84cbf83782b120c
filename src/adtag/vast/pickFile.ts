import type { MediaFile } from './types.ts';

/**
 * The file that plays best in a player of a width in device pixels: the smallest that fills it, else the largest.
 * `canPlay` judges types; undefined when none can be played.
 */
export function pickFile(
  files: readonly MediaFile[],
  width: number,
  canPlay: (type: string) => boolean,
): MediaFile | undefined {
  const playable = files.filter(
    ({ url, type, apiFramework }) => /^(https?:)?\/\//i.test(url) && apiFramework === '' && canPlay(type),
  );
  // A file that loads as it plays starts sooner than a list of parts.
  const progressive = playable.filter(({ delivery }) => delivery !== 'streaming');
  const sorted = (progressive.length > 0 ? progressive : playable).slice().sort((a, b) => a.width - b.width);
  return sorted.find((file) => file.width >= width) ?? sorted[sorted.length - 1];
}
