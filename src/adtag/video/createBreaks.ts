import type { InstreamOptions } from '../types.ts';

/** The ad breaks of a page; each is taken once. */
export interface Breaks {
  takePreRoll(): boolean;
  /** Whether a mid-roll is due at this second of the content. Several that were passed count as one. */
  takeMidRoll(time: number): boolean;
  takePostRoll(): boolean;
}

/** Creates the ad breaks of a page's options. */
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
