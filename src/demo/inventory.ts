import type { ObservedCreative, Origin, ObservedInventory } from '#events/record/records.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { demoCreatives, type DemoChannel, type DemoCreative, type DemoTag } from './network.ts';

/** What the demo's requests declare of the apps they come from, by bundle. */
const demoApps: Readonly<Record<string, { name: string; storeUrl: string; os: string }>> = {
  'com.example.recipes': {
    name: 'Recipes',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.recipes',
    os: 'Android',
  },
  'com.example.recipes.lite': {
    name: 'Recipes Lite',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.recipes.lite',
    os: 'Android',
  },
  'tv.example.livingroom': {
    name: 'Living Room TV',
    storeUrl: 'https://channelstore.roku.com/details/tv.example.livingroom',
    os: 'Roku OS',
  },
};

/** What they declare of publishers, by the name of the demo's supply partner. */
const demoPublishers: Readonly<Record<string, { id: string; name: string; domain: string }>> = {
  'Daily News': { id: 'pub-0017', name: 'Daily News', domain: 'news.example' },
  'Cooking Videos': { id: 'pub-0042', name: 'Cooking Videos', domain: 'recipes.example' },
  'Living Room TV': { id: 'pub-0100', name: 'Living Room TV', domain: 'livingroom.example' },
};

/** The registry that the demo's creatives are entered in. */
export const demoRegistry = 'ids.demo.example';

/** Registered id of a demo creative. */
export function registeredIdOf(creative: DemoCreative): string {
  return `DEMO-${creative.toUpperCase()}-8`;
}

/** Key under which serving counts a demo creative. */
export function creativeKeyOf(creative: DemoCreative): string {
  return hashText(`registered ${demoRegistry} ${registeredIdOf(creative)}`);
}

/** The creative that a demo tag answers with; null where the player fetches the ad itself. */
export function creativeOfTag({ endpoint, handling }: Pick<DemoTag, 'endpoint' | 'handling'>): DemoCreative | null {
  if (handling === 'wrap') return null;
  return demoCreatives.find(({ key }) => new RegExp(`[:/]${key}\\b`).test(endpoint))?.key ?? null;
}

/** Id of the publisher that requests to a channel declare. */
export function publisherIdOf({ subpublisher }: Pick<DemoChannel, 'subpublisher'>): string {
  return demoPublishers[subpublisher]?.id ?? '';
}

/** Parameters of a request to a channel: where it comes from, as a publisher's tag declares it. */
export function inventoryParams(channel: DemoChannel, site: string, app: string): Record<string, string> {
  const publisher = demoPublishers[channel.subpublisher];
  const { name, storeUrl, os } = demoApps[app] ?? { name: '', storeUrl: '', os: '' };
  const params = {
    pubid: publisher?.id ?? '',
    pub_name: publisher?.name ?? '',
    pub_domain: publisher?.domain ?? '',
    domain: site,
    app_bundle: app,
    app_name: name,
    app_store_url: storeUrl,
    os,
  };
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
}

/** The players of the demo's pages, as the account's parameter `player` names them. */
export const demoPlayers = ['videojs', 'fluid'] as const;

/** Values of the account's own parameters in one request to a channel. */
export function tagParams({ sections = [], sites, format }: DemoChannel, random: () => number): Record<string, string> {
  const section = sections[Math.floor(random() * sections.length)];
  const hasPlayer = sites.length > 0 && format !== 'banner';
  const player = hasPlayer ? demoPlayers[Math.floor(random() * demoPlayers.length)] : undefined;
  return { ...(section === undefined ? {} : { section }), ...(player === undefined ? {} : { player }) };
}

/** What such a request tells the catalogues. */
export function pastInventory(
  channel: DemoChannel,
  origin: Origin,
  creative: ObservedCreative | null,
): ObservedInventory {
  const { site, app, environment } = origin;
  const publisher = demoPublishers[channel.subpublisher];
  const declaredApp = demoApps[app];
  const shared = { publisher: origin.publisher, category: '' };
  return {
    ...(declaredApp ? { app: { ...declaredApp, environment, ...shared } } : {}),
    ...(site === '' ? {} : { site: { declared: site, detected: site, ...shared } }),
    ...(publisher ? { publisher: { name: publisher.name, domain: publisher.domain, hops: 0 } } : {}),
    ...(creative ? { creative } : {}),
  };
}

/** What an answer with a banner tells of it; sizes are pixels. */
export function pastBanner(creative: DemoCreative, id: string, width: number, height: number): ObservedCreative {
  const video = pastCreative(creative);
  return { ...video, title: id, id, advertiser: '', durationS: 0, type: 'banner', width, height, bitrate: 0 };
}

/** What an answer with a demo creative tells of it. */
export function pastCreative(creative: DemoCreative): ObservedCreative {
  const { title, advertiser, landing } = demoCreatives.find(({ key }) => key === creative) ?? demoCreatives[0];
  return {
    title,
    id: registeredIdOf(creative),
    advertiser,
    adomains: new URL(landing).hostname,
    durationS: 8,
    // Viewers tell it as soon as they see it.
    url: '',
    type: 'video/mp4',
    width: 640,
    height: 360,
    bitrate: 40,
    isVpaid: false,
    depth: 0,
  };
}
