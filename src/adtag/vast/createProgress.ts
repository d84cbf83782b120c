import type { VideoAd } from './types.ts';
import { offsetOf } from './vastTime.ts';

/** The trackers that are due, each returned once. */
export interface Progress {
  /** Those due at a time of the ad, in seconds. */
  at(time: number, duration: number): string[];
  /** Those due at the end of the ad, `complete` included. */
  end(duration: number): string[];
}

const quartiles = ['firstQuartile', 'midpoint', 'thirdQuartile'] as const;

/** Tracks the quartiles, `progress` offsets and completion of an ad. */
export function createProgress({ tracking }: Pick<VideoAd, 'tracking'>): Progress {
  const fired = new Set<number>();
  const due = (isDue: (event: string, offset: string) => boolean) =>
    tracking.flatMap(({ event, url, offset }, index) => {
      if (fired.has(index) || !isDue(event, offset)) return [];
      fired.add(index);
      return [url];
    });
  const at = (time: number, duration: number) =>
    due((event, offset) => {
      const quarter = quartiles.indexOf(event as (typeof quartiles)[number]);
      if (quarter >= 0) return time >= ((quarter + 1) * duration) / 4;
      return event === 'progress' && time >= offsetOf(offset, duration);
    });
  return {
    at,
    end: (duration) => [...at(duration, duration), ...due((event) => event === 'complete')],
  };
}
