import { readAnswer, type Answer } from '#engine/auction/answer.ts';
import type { TagFacts } from '#engine/plan.ts';
import { compileVast } from '#standards/vast/compileVast.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { VastTemplate, VastVersion } from '#standards/vast/types.ts';
import { withoutPrice } from './withoutPrice.ts';

/** The VAST stored with tags, parsed and compiled once per state of a tag. */
export interface StoredMarkup {
  read: (tag: TagFacts) => Answer;
  /** The template of a tag's stored inline ad. */
  template: (tag: TagFacts, version: VastVersion) => VastTemplate | null;
  /** The creative of a tag's stored inline ad. */
  creative: (tag: TagFacts) => CreativeIdentity | null;
}

interface Entry {
  answer: Answer;
  templates: Partial<Record<VastVersion, VastTemplate>>;
  creative: CreativeIdentity | null;
}

/** An empty cache. A changed tag is another object, so that what was compiled of the old one goes away with it. */
export function createStoredMarkup(): StoredMarkup {
  const entries = new WeakMap<TagFacts, Entry>();
  const entryOf = (tag: TagFacts): Entry => {
    const known = entries.get(tag);
    if (known) return known;
    const entry: Entry = { answer: readAnswer(tag.vastXml), templates: {}, creative: null };
    entries.set(tag, entry);
    return entry;
  };
  return {
    read: (tag) => entryOf(tag).answer,
    template(tag, version) {
      const { answer, templates } = entryOf(tag);
      if (answer.kind !== 'inline') return null;
      return (templates[version] ??= compileVast(withoutPrice(answer.ad), version));
    },
    creative(tag) {
      const entry = entryOf(tag);
      if (entry.answer.kind !== 'inline') return null;
      return (entry.creative ??= creativeIdentity(entry.answer.ad));
    },
  };
}
