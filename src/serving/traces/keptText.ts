import { longestReply } from '#model/index.ts';

/** Characters of replies that one trace keeps in all. */
const mostReplies = 256 * 1024;

/** Cuts replies to what a trace keeps. */
export interface ReplyBudget {
  keep(text: string): { text: string; isCut: boolean };
}

/** The budget of one trace. */
export function createReplyBudget(): ReplyBudget {
  let left = mostReplies;
  return {
    keep(text) {
      const length = Math.min(text.length, longestReply, left);
      left -= length;
      return { text: text.slice(0, length), isCut: length < text.length };
    },
  };
}
