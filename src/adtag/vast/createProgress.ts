import type { VideoAd } from './types.ts';
import { offsetOf } from './vastTime.ts';

/** Tells which trackers are due; each is told once. */
export interface Progress {
  /** At a time of the ad, in seconds. */
  at(time: number, duration: number): string[];
  /** At its end. */
  end(duration: number): string[];
}

const quartiles = ['firstQuartile', 'midpoint', 'thirdQuartile'] as const;

/** The trackers of an ad's progress. */
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
