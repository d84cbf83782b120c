import type { InstreamOptions } from '../types.ts';

/** Which breaks are due; each is taken once. */
export interface Breaks {
  takePreRoll(): boolean;
  /** Whether a break is due at a second of the content: of several that were passed, one. */
  takeMidRoll(time: number): boolean;
  takePostRoll(): boolean;
}

/** The breaks that a page wants. */
export function createBreaks({ preRoll = true, midRolls = [], postRoll = false }: Partial<InstreamOptions>): Breaks {
  let hasPre = preRoll;
  let hasPost = postRoll;
  let remainingMidRolls = Array.from(midRolls).filter((second) => second > 0);
  return {
    takePreRoll() {
      const isDue = hasPre;
      hasPre = false;
      return isDue;
    },
    takeMidRoll(time) {
      const later = remainingMidRolls.filter((second) => second > time);
      const isDue = later.length < remainingMidRolls.length;
      remainingMidRolls = later;
      return isDue;
    },
    takePostRoll() {
      const isDue = hasPost;
      hasPost = false;
      return isDue;
    },
  };
}
