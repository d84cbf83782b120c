import { maxReplyLength } from '#model/index.ts';

/** Characters of replies that one trace keeps in all. */
const maxReplyCharacters = 256 * 1024;

/** Cuts replies to what a trace keeps. */
export interface ReplyBudget {
  truncate(text: string): { text: string; isCut: boolean };
}

/** The budget of one trace. */
export function createReplyBudget(): ReplyBudget {
  let left = maxReplyCharacters;
  return {
    truncate(text) {
      const length = Math.min(text.length, maxReplyLength, left);
      left -= length;
      return { text: text.slice(0, length), isCut: length < text.length };
    },
  };
}
