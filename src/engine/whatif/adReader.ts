import { getOrCreate } from '#standards/getOrCreate.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd } from '#standards/vast/types.ts';
import { readVastResponse, type VastResponse } from '../auction/vastResponse.ts';
import type { CompiledTag } from '../plan/plan.ts';
import { createRecentCache } from '../recentCache.ts';

/**
 * Caching readers of ads: stored ads are parsed once per version of a tag, and responses for as long as they are
 * cached.
 */
export interface AdReader {
  readText: (text: string) => VastResponse;
  readStored: (tag: CompiledTag) => VastResponse;
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Maximum cached responses: enough for some requests, each of which is replayed twice. */
const maxCachedResponses = 256;

/** Creates empty caches. A changed tag is another object, so stored ads of the old version are garbage-collected. */
export function createAdReader(): AdReader {
  const responses = createRecentCache<VastResponse>(maxCachedResponses);
  const stored = new WeakMap<CompiledTag, VastResponse>();
  const creatives = new WeakMap<InlineAd, CreativeIdentity>();
  return {
    readText(text) {
      const known = responses.get(text);
      if (known) return known;
      const response = readVastResponse(text);
      responses.set(text, response);
      return response;
    },
    readStored: (tag) => getOrCreate(stored, tag, () => readVastResponse(tag.vastXml)),
    creativeOf: (ad) => getOrCreate(creatives, ad, () => creativeIdentity(ad)),
  };
}
