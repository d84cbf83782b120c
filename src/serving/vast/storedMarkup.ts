import { campaignsId } from '#engine/plan/buyer.ts';
import { readVastResponse, type VastResponse } from '#engine/auction/vastResponse.ts';
import type { CompiledTag } from '#engine/plan/plan.ts';
import type { VastCache } from '#engine/buying/markup/creativeContent.ts';
import { createRecentCache } from '#engine/recentCache.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import { compileVast } from '#standards/vast/compileVast.ts';
import { spliceAd } from '#standards/vast/spliceAd.ts';
import { creativeIdentity, type CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import type { InlineAd, VastAd, VastTemplate, VastVersion, WrapperAd } from '#standards/vast/types.ts';
import { unchangedIn, type VersionTerms } from './versionTerms.ts';

/**
 * A cache of VAST that is served repeatedly: of stored tags and own creatives, read and compiled once per state. VAST of
 * other buyers hardly ever recurs and is not cached.
 */
export interface StoredMarkup {
  read: (tag: CompiledTag) => VastResponse;
  /** The template of a tag's stored inline ad; null for other tags. */
  template: (tag: CompiledTag, versions: VersionTerms) => VastTemplate | null;
  /** Reads VAST that a buyer returned. Recent texts of own campaigns return the same object. */
  readText: (text: string, buyer: Pick<CompiledTag, 'id'>) => VastResponse;
  /** The template of an ad without its price, as it was written if its version is accepted. */
  templateOf: (ad: InlineAd, versions: VersionTerms) => VastTemplate;
  /** VAST of own creatives, written once per state. */
  written: VastCache;
  creativeOf: (ad: InlineAd) => CreativeIdentity;
}

/** Maximum cached texts. Those of own creatives recur in many bids. */
const maxCachedTexts = 500;

/** Data derived from a recurring ad. `written` are its templates as it was written; null where it must be rewritten. */
interface Derived extends Partial<Record<VastVersion, VastTemplate>> {
  written?: Partial<Record<VastVersion, VastTemplate | null>>;
  creative?: CreativeIdentity;
}

/** Creates an empty cache. A changed tag is a new object: results for the old one are garbage-collected with it. */
export function createStoredMarkup(): StoredMarkup {
  const stored = new WeakMap<CompiledTag, VastResponse>();
  const texts = createRecentCache<VastResponse>(maxCachedTexts);
  // Only ads that recur may be keys: what a WeakMap holds stays in memory until a full collection, even when its key dies
  // young.
  const derivedOf = new WeakMap<InlineAd, Derived>();
  const readRecurring = (text: string): VastResponse => {
    const response = readVastResponse(text);
    if (response.kind === 'inline') derivedOf.set(response.ad, {});
    return response;
  };
  const read = (tag: CompiledTag) => getOrCreate(stored, tag, () => readRecurring(tag.vastXml));
  const templateOf = (ad: InlineAd, versions: VersionTerms): VastTemplate => {
    const derived = derivedOf.get(ad) ?? {};
    const unchanged = unchangedIn(ad, versions);
    if (unchanged) {
      const written = (derived.written ??= {});
      if (written[unchanged] === undefined) written[unchanged] = spliceAd(ad, unchanged);
      if (written[unchanged]) return written[unchanged];
    }
    const { version } = versions;
    return (derived[version] ??= compileVast(withoutPrice(ad), version));
  };
  return {
    written: new WeakMap(),
    templateOf,
    readText(text, buyer) {
      if (buyer.id !== campaignsId) return readVastResponse(text);
      const known = texts.get(text);
      if (known) return known;
      const response = readRecurring(text);
      texts.set(text, response);
      return response;
    },
    read,
    template(tag, versions) {
      const response = read(tag);
      return response.kind === 'inline' ? templateOf(response.ad, versions) : null;
    },
    creativeOf(ad) {
      const derived = derivedOf.get(ad) ?? {};
      return (derived.creative ??= creativeIdentity(ad));
    },
  };
}

/** The template of a wrapper without its price, as it was written if its version is accepted. */
export function wrapperTemplate(ad: WrapperAd, versions: VersionTerms): VastTemplate {
  const unchanged = unchangedIn(ad, versions);
  return (unchanged && spliceAd(ad, unchanged)) || compileVast(withoutPrice(ad), versions.version);
}

/** The ad without its price, which is the account's business, not the publisher's. */
function withoutPrice<Ad extends VastAd>(ad: Ad): Ad {
  return { ...ad, pricing: undefined };
}
