import { campaignsId } from '#engine/plan/buyer.ts';
import { readVastResponse, type VastResponse } from '#engine/auction/vastResponse.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';
import type { VastCache } from '#engine/buying/markup/creativeContent.ts';
import { createRecentCache } from '#engine/recentCache.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { compileVast } from '#standards/vast/compileVast.ts';
import { spliceAd } from '#standards/vast/spliceAd.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, VastTemplate, VastVersion } from '#standards/vast/types.ts';
import { isAccepted, type VersionTerms } from './versionTerms.ts';

/** A cache of VAST that is served repeatedly: of stored tags and own creatives, parsed and compiled once per state. */
export interface StoredMarkup {
  read: (tag: CompiledTag) => VastResponse;
  /** The template of a tag's stored inline ad; null for other tags. */
  template: (tag: CompiledTag, versions: VersionTerms) => VastTemplate | null;
  /**
   * Parses VAST that a buyer returned. Recent texts of own campaigns return the same object; those of others hardly ever
   * recur.
   */
  readText: (text: string, buyer: Pick<CompiledTag, 'id'>) => VastResponse;
  /**
   * The template of an ad without its price, as it was written if its version is accepted. It is made once per object
   * for own campaigns; an ad of another buyer is rendered once.
   */
  templateOf: (ad: InlineAd, versions: VersionTerms, buyer: Pick<CompiledTag, 'id'>) => VastTemplate;
  /** VAST of own creatives, written once per state. */
  written: VastCache;
  /** The creative of an ad, identified once per object. */
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Maximum cached texts. Those of own creatives recur in many bids. */
const maxCachedTexts = 500;

/** `written` is that of the ad as it was written; null where it must be rewritten. */
type Templates = Partial<Record<VastVersion, VastTemplate>> & { written?: VastTemplate | null };

/** Creates an empty cache. A changed tag is a new object: results for the old one are garbage-collected with it. */
export function createStoredMarkup(): StoredMarkup {
  const stored = new WeakMap<CompiledTag, VastResponse>();
  const texts = createRecentCache<VastResponse>(maxCachedTexts);
  // Only ads that recur may be keys: what a WeakMap holds stays in memory until a full collection, even when its key dies
  // young.
  const templatesOf = new WeakMap<InlineAd, Templates>();
  const creatives = new WeakMap<InlineAd, CreativeIdentity>();
  const read = (tag: CompiledTag) => getOrCreate(stored, tag, () => readVastResponse(tag.vastXml));
  const recurringTemplateOf = (ad: InlineAd, versions: VersionTerms): VastTemplate => {
    let templates = templatesOf.get(ad);
    if (!templates) templatesOf.set(ad, (templates = {}));
    if (isAccepted(ad, versions)) {
      if (templates.written === undefined) templates.written = spliceAd(ad);
      if (templates.written) return templates.written;
    }
    const { version } = versions;
    return (templates[version] ??= compileTemplate(ad, version));
  };
  return {
    written: new WeakMap(),
    templateOf(ad, versions, buyer) {
      if (buyer.id === campaignsId) return recurringTemplateOf(ad, versions);
      return (isAccepted(ad, versions) && spliceAd(ad)) || compileTemplate(ad, versions.version);
    },
    readText(text, buyer) {
      if (buyer.id !== campaignsId) return readVastResponse(text);
      const known = texts.get(text);
      if (known) return known;
      const answer = readVastResponse(text);
      texts.set(text, answer);
      return answer;
    },
    read,
    template(tag, versions) {
      const answer = read(tag);
      return answer.kind === 'inline' ? recurringTemplateOf(answer.ad, versions) : null;
    },
    creativeOf: (ad) => getOrCreate(creatives, ad, () => creativeIdentity(ad)),
  };
}

/** Compiles an ad without its price, which is the account's business, not the publisher's. */
function compileTemplate(ad: InlineAd, version: VastVersion): VastTemplate {
  const { pricing: _price, ...rest } = ad;
  return compileVast(rest, version);
}
