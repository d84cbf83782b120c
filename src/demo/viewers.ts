import { drawViewer, viewerParams } from './audiences.ts';
import { inventoryParams, ownParams } from './inventory.ts';
import { demoNetwork } from './network.ts';
import { demoDeals } from './rtb/buyers.ts';
import type { SeededNetwork } from './seed.ts';
import { viewBanner } from './viewBanner.ts';

/** Viewers that run until they are stopped. */
export interface Viewers {
  stop(): void;
}

/** How much of an ad a viewer sees: the share who reach each event, and when, in milliseconds after the start. */
const playing = [
  { event: 'start', share: 1, afterMs: 100 },
  { event: 'firstQuartile', share: 0.93, afterMs: 2000 },
  { event: 'midpoint', share: 0.88, afterMs: 4000 },
  { event: 'thirdQuartile', share: 0.85, afterMs: 6000 },
  { event: 'complete', share: 0.82, afterMs: 8000 },
] as const;

/** From the beginning of an ad to that of the next. */
const adMs = 8200;

/** The share of requests that are offered under the publisher's deals. */
const dealShare = 0.15;

/**
 * Simulated viewers: each asks a channel for an ad over HTTP as a player would, reads the VAST and requests its pixels
 * at the times at which a player would. About `perSecond` page views a second, spread over the channels by their size.
 */
export function startViewers(network: SeededNetwork, adsUrl: string, perSecond: number, chance: () => number): Viewers {
  const weights = demoNetwork.channels.map((channel) => channel.hourlyRequests);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, act: () => Promise<void>) => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // A pixel that gets lost is what happens to viewers too.
      act().catch(() => undefined);
    }, ms);
    timers.add(timer);
  };

  const view = async () => {
    let draw = chance() * total;
    const index = weights.findIndex((weight) => (draw -= weight) < 0);
    const plan = demoNetwork.channels[Math.max(0, index)];
    const channel = network.channels.find((each) => each.name === plan?.name);
    if (!plan || !channel) return;
    const viewer = drawViewer(plan, chance);
    if (plan.format === 'banner') {
      await viewBanner({ plan, uid: channel.uid, adsUrl, viewer, dealShare, chance });
      return;
    }
    const url = new URL(`${adsUrl}/vast/${channel.uid}`);
    url.searchParams.set('cb', String(Math.floor(chance() * 1e8)));
    url.searchParams.set('w', '640');
    url.searchParams.set('h', '360');
    const site = plan.sites[Math.floor(chance() * plan.sites.length)] ?? '';
    const app = plan.apps[Math.floor(chance() * plan.apps.length)] ?? '';
    const told = { ...inventoryParams(plan, site, app), ...ownParams(plan, chance), ...viewerParams(viewer) };
    for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
    if (chance() < dealShare) url.searchParams.set('deal', demoDeals.preRoll);
    const headers: Record<string, string> = { 'user-agent': viewer.agent };
    if (site !== '') {
      const page = `https://${site}/video/${Math.floor(chance() * 50)}`;
      url.searchParams.set('url', page);
      headers['referer'] = page;
    }
    // The ads of a pod play one after the other, until the viewer leaves.
    const ads = (await read(url.href, headers)).match(/<Ad\b.*?<\/Ad>/gs) ?? [];
    for (const [index, ad] of ads.entries()) {
      if (!(await watch(ad, index * adMs, headers))) break;
    }
  };

  /** Watches an ad that begins in some milliseconds; whether the viewer is there at its end. */
  const watch = async (ad: string, beginsInMs: number, headers: Record<string, string>): Promise<boolean> => {
    let markup = ad;
    const markups = [markup];
    // A wrapper is the player's to resolve.
    for (let hop = 0; hop < 5; hop += 1) {
      const next = urlsIn(markup, 'VASTAdTagURI')[0];
      if (!next) break;
      markup = await read(next, headers);
      markups.push(markup);
    }
    if (!markup.includes('<MediaFile')) return false;
    for (const impression of markups.flatMap((each) => urlsIn(each, 'Impression')))
      later(beginsInMs + 50, () => ping(impression, headers));
    const seen = chance();
    for (const { event, share, afterMs } of playing) {
      if (seen > share) return false;
      const trackers = markups.flatMap((each) => urlsIn(each, 'Tracking', `event="${event}"`));
      for (const tracker of trackers) later(beginsInMs + afterMs, () => ping(tracker, headers));
    }
    if (chance() < 0.015) {
      const clicks = markups.flatMap((each) => urlsIn(each, 'ClickTracking'));
      for (const click of clicks) later(beginsInMs + 3000, () => ping(click, headers));
    }
    return true;
  };

  const tick = () =>
    later(-Math.log(1 - chance()) * (1000 / perSecond), async () => {
      tick();
      await view();
    });
  tick();
  return {
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function read(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  return answer.text();
}

async function ping(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
}

function fillPlayerMacros(url: string): string {
  return url.replaceAll('[CACHEBUSTING]', '12345678').replaceAll('[ERRORCODE]', '900');
}

/** The URLs inside the elements of a name, in document order. */
function urlsIn(markup: string, element: string, attribute = ''): string[] {
  const pattern = new RegExp(
    `<${element}\\b([^>]*)>\\s*(?:<!\\[CDATA\\[)?\\s*(https?://[^\\s<\\]]+(?:\\[[A-Z]+\\][^\\s<\\]]*)*)`,
    'g',
  );
  return [...markup.matchAll(pattern)]
    .filter((match) => (match[1] ?? '').includes(attribute))
    .map((match) => (match[2] ?? '').replaceAll('&amp;', '&'));
}
