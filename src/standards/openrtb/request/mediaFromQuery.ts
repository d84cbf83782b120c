import type { Query } from '../../readQuery.ts';
import { audioFromQuery } from './audioFromQuery.ts';
import { videoFromQuery } from './videoFromQuery.ts';
import type { Audio, Video } from '../types.ts';

/** The media of ads with VAST. */
export interface PlayedMedia {
  video: Video;
  audio: Audio;
}

/** The media of these types that a tag's parameters describe; `defaults` fill undeclared fields. */
export function mediaFromQuery(
  query: Query,
  mediaTypes: readonly (keyof PlayedMedia)[],
  defaults: PlayedMedia,
): Partial<PlayedMedia> {
  const media: Partial<PlayedMedia> = {};
  if (mediaTypes.includes('video')) media.video = videoFromQuery(query, defaults.video);
  if (mediaTypes.includes('audio')) media.audio = audioFromQuery(query, defaults.audio);
  return media;
}
