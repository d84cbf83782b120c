import type { ObservedCreative, Origin, ObservedInventory } from '#events/record/records.ts';
import type { CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';
import { declaredSiteOf, detectedSiteOf, type RequestSignals } from './requestSignals.ts';
import { sanitizeText } from '../sanitizeText.ts';

/** The creative that was served, and the number of wrappers before it. */
export interface IdentifiedCreative {
  identity: CreativeIdentity;
  title: string;
  depth: number;
}

/** Remembers recently recorded inventory, so that a request records only what was not recorded in the last day. */
export interface InventoryDeduplicator {
  /** The new inventory of a request at `at` (ms); undefined when there is none. */
  takeNewInventory(
    origin: Origin,
    signals: RequestSignals,
    creative: IdentifiedCreative | null,
    at: number,
  ): ObservedInventory | undefined;
  /** The new creative of a further ad of the same request; undefined when it is known. */
  takeNewCreative(origin: Origin, creative: IdentifiedCreative, at: number): ObservedCreative | undefined;
}

const dayMs = 86_400_000;
const maxUrlLength = 1000;

/**
 * Creates an empty deduplicator. It holds up to twice `generationSize` names. The ones not observed for longest are
 * evicted and would be recorded again.
 */
export function createInventoryDeduplicator(generationSize = 20_000): InventoryDeduplicator {
  let recent = new Map<string, number>();
  let earlier = new Map<string, number>();
  /** Whether an item was not recorded in the last day. Marks it as recorded. */
  const isNew = (kind: string, demandId: number, key: string, at: number): boolean => {
    if (key === '') return false;
    const name = `${kind}${demandId} ${key}`;
    const observed = recent.get(name) ?? earlier.get(name);
    if (observed !== undefined && at - observed < dayMs) return false;
    recent.set(name, at);
    if (recent.size >= generationSize) [earlier, recent] = [recent, new Map()];
    return true;
  };
  const takeNewCreative = ({ demandId }: Origin, creative: IdentifiedCreative, at: number) =>
    isNew('c', demandId, creative.identity.key, at) ? observedCreative(creative) : undefined;
  return {
    takeNewCreative,
    takeNewInventory(origin, signals, creative, at) {
      const { demandId, app, site, publisher } = origin;
      let observed: ObservedInventory | undefined;
      if (isNew('a', demandId, app, at)) (observed ??= {}).app = observedApp(origin, signals.query);
      if (isNew('s', demandId, site, at)) (observed ??= {}).site = observedSite(origin, signals);
      if (isNew('p', demandId, publisher, at)) (observed ??= {}).publisher = observedPublisher(signals.query);
      const seen = creative && takeNewCreative(origin, creative, at);
      if (seen) (observed ??= {}).creative = seen;
      return observed;
    },
  };
}

function observedApp({ environment, publisher }: Origin, query: Query): ObservedInventory['app'] {
  return {
    name: sanitizeText(query.get('app_name'), 120),
    storeUrl: sanitizeText(query.get('app_store_url'), maxUrlLength),
    os: sanitizeText(query.get('os'), 32),
    environment,
    publisher,
    category: sanitizeText(query.get('cat'), 120),
  };
}

function observedSite({ publisher }: Origin, signals: RequestSignals): ObservedInventory['site'] {
  return {
    declared: declaredSiteOf(signals),
    detected: detectedSiteOf(signals),
    publisher,
    category: sanitizeText(signals.query.get('cat'), 120),
  };
}

function observedPublisher(query: Query): ObservedInventory['publisher'] {
  return {
    name: sanitizeText(firstOf(query, 'pub_name', 'publisher_name'), 120),
    domain: sanitizeText(firstOf(query, 'pub_domain', 'publisher_domain'), 120),
    // `1.0,1!node!node` (standards: supply chain in URLs).
    hops: Math.min((query.get('schain') ?? '').split('!').length - 1, 100),
  };
}

function observedCreative({ identity, title, depth }: IdentifiedCreative): ObservedCreative {
  const { ids, advertiser, adomains, durationS, media, isVpaid } = identity;
  const url = sanitizeText(media?.url, maxUrlLength + 1);
  return {
    title: sanitizeText(title, 120),
    // The first ID is the key itself.
    id: sanitizeText(ids[1], 120),
    advertiser: sanitizeText(advertiser, 120),
    adomains: sanitizeText(adomains.join(','), 500),
    durationS,
    // A truncated URL is useless.
    url: url.length > maxUrlLength ? '' : url,
    type: sanitizeText(media?.type, 64),
    width: media?.width ?? 0,
    height: media?.height ?? 0,
    bitrate: media?.bitrate ?? 0,
    isVpaid,
    depth,
  };
}
