import { getOrCreate } from '#standards/getOrCreate.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd } from '#standards/vast/types.ts';
import { readAnswer, type Answer } from '../auction/answer.ts';
import type { CompiledTag } from '../plan/plan.ts';
import { createRecentCache } from '../recentCache.ts';

/**
 * Caching readers of ads: stored ads are parsed once per version of a tag, and responses for as long as they are
 * cached.
 */
export interface AdReader {
  readText: (text: string) => Answer;
  readStored: (tag: CompiledTag) => Answer;
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Maximum cached responses: enough for some requests, each of which is replayed twice. */
const maxCachedAnswers = 256;

/** Creates empty caches. A changed tag is another object, so stored ads of the old version are garbage-collected. */
export function createAdReader(): AdReader {
  const answers = createRecentCache<Answer>(maxCachedAnswers);
  const stored = new WeakMap<CompiledTag, Answer>();
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
