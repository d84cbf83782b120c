import { getOrCreate } from '#standards/getOrCreate.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd } from '#standards/vast/types.ts';
import { readAnswer, type Answer } from '../auction/answer.ts';
import type { TagFacts } from '../plan/plan.ts';
import { createRecentCache } from '../recentCache.ts';

/** Reads ads once: those stored with tags per state of a tag, and answers that are read again soon. */
export interface AdReader {
  readText: (text: string) => Answer;
  readStored: (tag: TagFacts) => Answer;
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Answers that are remembered: those of some requests, each of which is held twice. */
const maxCachedAnswers = 256;

/** Empty caches. A changed tag is another object, so that what was read of the old one goes away with it. */
export function createAdReader(): AdReader {
  const answers = createRecentCache<Answer>(maxCachedAnswers);
  const stored = new WeakMap<TagFacts, Answer>();
  const creatives = new WeakMap<InlineAd, CreativeIdentity>();
  return {
    readText(text) {
      const known = answers.get(text);
      if (known) return known;
      const answer = readAnswer(text);
      answers.set(text, answer);
      return answer;
    },
    readStored: (tag) => getOrCreate(stored, tag, () => readAnswer(tag.vastXml)),
    creativeOf: (ad) => getOrCreate(creatives, ad, () => creativeIdentity(ad)),
  };
}
