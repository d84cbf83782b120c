import type { InstreamOptions } from '../types.ts';

/** Which breaks are due; each is taken once. */
export interface Breaks {
  takePre(): boolean;
  /** Whether a break is due at a second of the content: of several that were passed, one. */
  takeMid(time: number): boolean;
  takePost(): boolean;
}

/** The breaks that a page wants. */
export function createBreaks({ preRoll = true, midRolls = [], postRoll = false }: Partial<InstreamOptions>): Breaks {
  let hasPre = preRoll;
  let hasPost = postRoll;
  let left = Array.from(midRolls).filter((second) => second > 0);
  return {
    takePre() {
      const isDue = hasPre;
      hasPre = false;
      return isDue;
    },
    takeMid(time) {
      const later = left.filter((second) => second > time);
      const isDue = later.length < left.length;
      left = later;
      return isDue;
    },
    takePost() {
      const isDue = hasPost;
      hasPost = false;
      return isDue;
    },
  };
}
