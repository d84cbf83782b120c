import type { ObservedCreative, Origin, ObservedInventory } from '#events/record/records.ts';
import type { CreativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';
import { declaredSiteOf, detectedSiteOf, type RequestFacts } from './requestFacts.ts';
import { tidy } from '../tidy.ts';

/** The creative that a request was answered with, and the wrappers that stood before it. */
export interface AnsweredCreative {
  identity: CreativeIdentity;
  title: string;
  depth: number;
}

/** Remembers what the catalogues were told of lately, so that a request tells only of what is new in the last day. */
export interface InventoryMemory {
  /** What to tell of a request that came at `at` (ms); undefined when there is nothing. */
  newOf(
    origin: Origin,
    facts: RequestFacts,
    creative: AnsweredCreative | null,
    at: number,
  ): ObservedInventory | undefined;
  /** What to tell of a further creative of the same request; undefined when there is nothing. */
  newCreative(origin: Origin, creative: AnsweredCreative, at: number): ObservedCreative | undefined;
}

const dayMs = 86_400_000;
const longestUrl = 1000;

/** A memory of nothing that holds up to twice `generation` names: the ones not met for longest are told of again. */
export function createInventoryMemory(generation = 20_000): InventoryMemory {
  let recent = new Map<string, number>();
  let earlier = new Map<string, number>();
  /** Whether a thing was not told of in the last day; from now on it was. */
  const isNew = (kind: string, demandId: number, key: string, at: number): boolean => {
    if (key === '') return false;
    const name = `${kind}${demandId} ${key}`;
    const told = recent.get(name) ?? earlier.get(name);
    if (told !== undefined && at - told < dayMs) return false;
    recent.set(name, at);
    if (recent.size >= generation) [earlier, recent] = [recent, new Map()];
    return true;
  };
  const newCreative = ({ demandId }: Origin, creative: AnsweredCreative, at: number) =>
    isNew('c', demandId, creative.identity.key, at) ? observedCreative(creative) : undefined;
  return {
    newCreative,
    newOf(origin, facts, creative, at) {
      const { demandId, app, site, publisher } = origin;
      let told: ObservedInventory | undefined;
      if (isNew('a', demandId, app, at)) (told ??= {}).app = observedApp(origin, facts.query);
      if (isNew('s', demandId, site, at)) (told ??= {}).site = observedSite(origin, facts);
      if (isNew('p', demandId, publisher, at)) (told ??= {}).publisher = observedPublisher(facts.query);
      const seen = creative && newCreative(origin, creative, at);
      if (seen) (told ??= {}).creative = seen;
      return told;
    },
  };
}

function observedApp({ environment, publisher }: Origin, query: Query): ObservedInventory['app'] {
  return {
    name: tidy(query.get('app_name'), 120),
    storeUrl: tidy(query.get('app_store_url'), longestUrl),
    os: tidy(query.get('os'), 32),
    environment,
    publisher,
    category: tidy(query.get('cat'), 120),
  };
}

function observedSite({ publisher }: Origin, facts: RequestFacts): ObservedInventory['site'] {
  return {
    declared: declaredSiteOf(facts),
    detected: detectedSiteOf(facts),
    publisher,
    category: tidy(facts.query.get('cat'), 120),
  };
}

function observedPublisher(query: Query): ObservedInventory['publisher'] {
  return {
    name: tidy(firstOf(query, 'pub_name', 'publisher_name'), 120),
    domain: tidy(firstOf(query, 'pub_domain', 'publisher_domain'), 120),
    // `1.0,1!node!node` (standards: supply chain in URLs).
    hops: Math.min((query.get('schain') ?? '').split('!').length - 1, 100),
  };
}

function observedCreative({ identity, title, depth }: AnsweredCreative): ObservedCreative {
  const { ids, advertiser, adomains, durationS, media, isVpaid } = identity;
  const url = tidy(media?.url, longestUrl + 1);
  return {
    title: tidy(title, 120),
    // The first is the key itself.
    id: tidy(ids[1], 120),
    advertiser: tidy(advertiser, 120),
    adomains: tidy(adomains.join(','), 500),
    durationS,
    // Half an address leads nowhere.
    url: url.length > longestUrl ? '' : url,
    type: tidy(media?.type, 64),
    width: media?.width ?? 0,
    height: media?.height ?? 0,
    bitrate: media?.bitrate ?? 0,
    isVpaid,
    depth,
  };
}
