import type { ObservedCreative, Origin, ObservedInventory } from '#events/record/records.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { demoCreatives, type DemoCreative } from './demoCreatives.ts';
import type { DemoChannel } from './demoChannels.ts';
import type { DemoTag } from './demoTags.ts';

/** App declarations of the demo's requests, by bundle. */
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
  'tv.example.stadiumone': {
    name: 'Stadium One',
    storeUrl: 'https://channelstore.roku.com/details/tv.example.stadiumone',
    os: 'Roku OS',
  },
  'tv.example.stadiumone.fire': {
    name: 'Stadium One for TV sticks',
    storeUrl: 'https://play.google.com/store/apps/details?id=tv.example.stadiumone.fire',
    os: 'Android',
  },
  'tv.example.cinemagic': {
    name: 'Cinemagic',
    storeUrl: 'https://channelstore.roku.com/details/tv.example.cinemagic',
    os: 'Roku OS',
  },
  'tv.example.cinemagic.classics': {
    name: 'Cinemagic Classics',
    storeUrl: 'https://channelstore.roku.com/details/tv.example.cinemagic.classics',
    os: 'Roku OS',
  },
  'tv.example.cinemagic.family': {
    name: 'Cinemagic Family',
    storeUrl: 'https://channelstore.roku.com/details/tv.example.cinemagic.family',
    os: 'Roku OS',
  },
  'com.example.weatherline': {
    name: 'Weatherline',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.weatherline',
    os: 'Android',
  },
  'com.example.weatherline.radar': {
    name: 'Weatherline Radar',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.weatherline.radar',
    os: 'Android',
  },
  'com.example.puzzleparade': {
    name: 'Puzzle Parade',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.puzzleparade',
    os: 'Android',
  },
  'com.example.puzzleparade.blocks': {
    name: 'Puzzle Parade: Blocks',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.puzzleparade.blocks',
    os: 'Android',
  },
  'com.example.puzzleparade.words': {
    name: 'Puzzle Parade: Words',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.puzzleparade.words',
    os: 'Android',
  },
  'com.example.kidsplanet': {
    name: 'Kids Planet',
    storeUrl: 'https://play.google.com/store/apps/details?id=com.example.kidsplanet',
    os: 'Android',
  },
};

/** Publisher declarations of the demo's requests, by name of the supply partner. */
const demoPublishers: Readonly<Record<string, { id: string; name: string; domain: string }>> = {
  'Daily News': { id: 'pub-0017', name: 'Daily News', domain: 'news.example' },
  'Cooking Videos': { id: 'pub-0042', name: 'Cooking Videos', domain: 'recipes.example' },
  'Living Room TV': { id: 'pub-0100', name: 'Living Room TV', domain: 'livingroom.example' },
  'Stadium One Sports Network': { id: 'pub-0118', name: 'Stadium One Sports Network', domain: 'stadiumone.example' },
  'Cinemagic FAST Channels': { id: 'pub-0121', name: 'Cinemagic FAST Channels', domain: 'cinemagic.example' },
  'Northlight Newspapers': { id: 'pub-0133', name: 'Northlight Newspapers', domain: 'northlight-times.example' },
  'Alpenpost Verlag': { id: 'pub-0140', name: 'Alpenpost Verlag', domain: 'alpenpost.example' },
  Weatherline: { id: 'pub-0152', name: 'Weatherline', domain: 'weatherline.example' },
  'Puzzle Parade Games': { id: 'pub-0157', name: 'Puzzle Parade Games', domain: 'puzzleparade.example' },
  'Kids Planet Studios': { id: 'pub-0163', name: 'Kids Planet Studios', domain: 'kidsplanet.example' },
  'Open Road Media – motoring, caravans and the great outdoors': {
    id: 'pub-0171',
    name: 'Open Road Media',
    domain: 'openroad.example',
  },
};

/** The registry of the demo's creatives (VAST UniversalAdId). */
export const demoRegistry = 'ids.demo.example';

/** Registered ID of a demo creative. */
export function registeredIdOf(creative: DemoCreative): string {
  return `DEMO-${creative.toUpperCase()}-8`;
}

/** The key under which serving records a demo creative. */
export function creativeKeyOf(creative: DemoCreative): string {
  return hashText(`registered ${demoRegistry} ${registeredIdOf(creative)}`);
}

/** The creative that a demo tag returns; null when the player fetches the ad itself. */
export function creativeOfTag({ endpoint, handling }: Pick<DemoTag, 'endpoint' | 'handling'>): DemoCreative | null {
  if (handling === 'wrap') return null;
  return demoCreatives.find(({ key }) => new RegExp(`[:/]${key}\\b`).test(endpoint))?.key ?? null;
}

/** The publisher ID that requests of a channel declare. */
export function publisherIdOf({ subpublisher }: Pick<DemoChannel, 'subpublisher'>): string {
  return demoPublishers[subpublisher]?.id ?? '';
}

/** Inventory parameters of a request to a channel, as a publisher's tag declares them. */
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

/** The players of the demo's pages: values of the tag parameter `player`. */
export const demoPlayers = ['videojs', 'fluid'] as const;

/** Random values of the account's tag parameters for a request to a channel. */
export function tagParams({ sections = [], sites, format }: DemoChannel, random: () => number): Record<string, string> {
  const section = sections[Math.floor(random() * sections.length)];
  const hasPlayer = sites.length > 0 && format !== 'banner';
  const player = hasPlayer ? demoPlayers[Math.floor(random() * demoPlayers.length)] : undefined;
  return { ...(section === undefined ? {} : { section }), ...(player === undefined ? {} : { player }) };
}

/** The observed inventory of such a request. */
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

/** The observed creative of a response with a banner; sizes are in pixels. */
export function pastBanner(creative: DemoCreative, id: string, width: number, height: number): ObservedCreative {
  const video = pastCreative(creative);
  return { ...video, title: id, id, advertiser: '', durationS: 0, type: 'banner', width, height, bitrate: 0 };
}

/** The observed creative of a response with a demo video. */
export function pastCreative(creative: DemoCreative): ObservedCreative {
  const { title, advertiser, landing } = demoCreatives.find(({ key }) => key === creative) ?? demoCreatives[0];
  return {
    title,
    id: registeredIdOf(creative),
    advertiser,
    adomains: new URL(landing).hostname,
    durationS: 8,
    // Filled in by real traffic as soon as a viewer sees it.
    url: '',
    type: 'video/mp4',
    width: 640,
    height: 360,
    bitrate: 40,
    isVpaid: false,
    depth: 0,
  };
}
