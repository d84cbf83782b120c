import { readAnswer, type Answer } from '#engine/auction/answer.ts';
import type { TagFacts } from '#engine/plan/plan.ts';
import type { VastCache } from '#engine/buying/markup/creativeContent.ts';
import { createRecentCache } from '#engine/recentCache.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { compileVast } from '#standards/vast/compileVast.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, VastTemplate, VastVersion } from '#standards/vast/types.ts';
import { withoutPrice } from './withoutPrice.ts';

/** VAST that is answered again and again: stored with tags, parsed and compiled once per state of a tag, or of own creatives. */
export interface StoredMarkup {
  read: (tag: TagFacts) => Answer;
  /** The template of a tag's stored inline ad. */
  template: (tag: TagFacts, version: VastVersion) => VastTemplate | null;
  /** Reads VAST that bids bring; what was read lately is the same object again. */
  readText: (text: string) => Answer;
  /** The template of an ad as publishers may see it, compiled once for each object. */
  templateOf: (ad: InlineAd, version: VastVersion) => VastTemplate;
  /** VAST of own creatives, written once per state of each. */
  written: VastCache;
  /** Which creative an ad shows, read once for each object. */
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Texts that are remembered: those of own creatives are bid with again and again. */
const maxCachedTexts = 500;

type Templates = Partial<Record<VastVersion, VastTemplate>>;

/** An empty cache. A changed tag is another object, so that what was compiled of the old one goes away with it. */
export function createStoredMarkup(): StoredMarkup {
  const stored = new WeakMap<TagFacts, Answer>();
  const texts = createRecentCache<Answer>(maxCachedTexts);
  const templatesOf = new WeakMap<InlineAd, Templates>();
  const creatives = new WeakMap<InlineAd, CreativeIdentity>();
  const read = (tag: TagFacts) => getOrCreate(stored, tag, () => readAnswer(tag.vastXml));
  const templateOf = (ad: InlineAd, version: VastVersion): VastTemplate => {
    let templates = templatesOf.get(ad);
    if (!templates) templatesOf.set(ad, (templates = {}));
    return (templates[version] ??= compileVast(withoutPrice(ad), version));
  };
  return {
    written: new WeakMap(),
    templateOf,
    readText(text) {
      const known = texts.get(text);
      if (known) return known;
      const answer = readAnswer(text);
      texts.set(text, answer);
      return answer;
    },
    read,
    template(tag, version) {
      const answer = read(tag);
      return answer.kind === 'inline' ? templateOf(answer.ad, version) : null;
    },
    creativeOf: (ad) => getOrCreate(creatives, ad, () => creativeIdentity(ad)),
  };
}
