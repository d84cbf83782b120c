import { pickRandomViewer, viewerParams } from './audiences.ts';
import { inventoryParams, tagParams } from './demoInventory.ts';
import { demoNetwork } from './demoNetwork.ts';
import { demoDeals } from './rtb/buyers.ts';
import type { SeededNetwork } from './seed.ts';
import { viewBanner } from './viewBanner.ts';
import { createTaskScheduler } from './taskScheduler.ts';
import { adMs, readAs, watchAd } from './watchAd.ts';

/** Simulated viewers that run until they are stopped. */
export interface Viewers {
  stop(): void;
}

/** The share of requests that offer the publisher's deals. */
const dealShare = 0.15;

/**
 * Starts simulated viewers: each requests an ad of a channel over HTTP like a player, parses the VAST and requests its
 * pixels at the times at which a player would. About `perSecond` page views per second, distributed over the channels
 * by their volume.
 */
export function startViewers(network: SeededNetwork, adsUrl: string, perSecond: number, random: () => number): Viewers {
  const weights = demoNetwork.channels.map((channel) => channel.hourlyRequests);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { schedule, stop } = createTaskScheduler();

  const view = async () => {
    let remainingWeight = random() * total;
    const index = weights.findIndex((weight) => (remainingWeight -= weight) < 0);
    const plan = demoNetwork.channels[Math.max(0, index)];
    const channel = network.channels.find((each) => each.name === plan?.name);
    if (!plan || !channel) return;
    const viewer = pickRandomViewer(plan, random);
    if (plan.format === 'banner') {
      await viewBanner({ plan, uid: channel.uid, adsUrl, viewer, dealShare, random });
      return;
    }
    const url = new URL(`${adsUrl}/vast/${channel.uid}`);
    url.searchParams.set('cb', String(Math.floor(random() * 1e8)));
    url.searchParams.set('w', '640');
    url.searchParams.set('h', '360');
    const site = plan.sites[Math.floor(random() * plan.sites.length)] ?? '';
    const app = plan.apps[Math.floor(random() * plan.apps.length)] ?? '';
    const params = { ...inventoryParams(plan, site, app), ...tagParams(plan, random), ...viewerParams(viewer) };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    if (random() < dealShare) url.searchParams.set('deal', demoDeals.preRoll);
    const headers: Record<string, string> = { 'user-agent': viewer.agent };
    if (site !== '') {
      const page = `https://${site}/video/${Math.floor(random() * 50)}`;
      url.searchParams.set('url', page);
      headers['referer'] = page;
    }
    // The ads of a pod play one after another, until the viewer leaves.
    const ads = (await readAs(url.href, headers)).match(/<Ad\b.*?<\/Ad>/gs) ?? [];
    for (const [index, ad] of ads.entries()) {
      if (!(await watchAd(ad, { schedule, random, headers, beginsInMs: index * adMs }))) break;
    }
  };

  const tick = () =>
    schedule(-Math.log(1 - random()) * (1000 / perSecond), async () => {
      tick();
      await view();
    });
  tick();
  return {
    stop,
  };
}
