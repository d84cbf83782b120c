import type { Playback } from './vastFinding.ts';

/** The playback, with the version that the document declares, such as 4.2. */
export type AdPlayback = Playback & { version: number };
