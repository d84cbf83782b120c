import { maxReplyLength } from '#model/index.ts';

/** Maximum characters of all replies in one trace. */
const maxReplyCharacters = 256 * 1024;

/** Truncates replies to the size that a trace may store. */
export interface ReplyBudget {
  truncate(text: string): { text: string; isCut: boolean };
}

/** Creates the budget of one trace. */
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
