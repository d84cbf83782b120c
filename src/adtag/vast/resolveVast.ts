import type { ResponseAd, Trackers, VastFault, VastReading, VideoAd, Wrapper } from './types.ts';

/** The longest chain of wrappers that is followed. */
const mostWrappers = 5;

/** How a tag is resolved. */
export interface Resolving {
  /** The text of a response. Rejects when there is none in time. */
  ask(url: string): Promise<string>;
  read(text: string): VastReading;
  /** Whether all ads of a pod are wanted. */
  takesPods: boolean;
}

/** The ads of a tag in the order in which they play, and what went wrong on the way. */
export interface Resolved {
  ads: VideoAd[];
  faults: VastFault[];
}

/** Follows a tag through its wrappers to the ads. Never rejects. */
export async function resolveVast(url: string, how: Resolving): Promise<Resolved> {
  const faults: VastFault[] = [];
  return { ads: await adsAt(url, [], how, faults), faults };
}

async function adsAt(url: string, chain: readonly Wrapper[], how: Resolving, faults: VastFault[]): Promise<VideoAd[]> {
  const outerErrors = chain.flatMap(({ errors }) => errors);
  let reading: VastReading;
  try {
    reading = how.read(await how.ask(url));
  } catch {
    reading = { ok: false, code: 301 };
  }
  if (!reading.ok) {
    faults.push({ code: reading.code, errors: outerErrors });
    return [];
  }
  const { ads, errors } = reading;
  if (ads.length === 0) {
    faults.push({ code: 303, errors: [...outerErrors, ...errors] });
    return [];
  }
  return chosen(ads, chain, (ad) => resolveAd(ad, chain, how, faults), how.takesPods);
}

/** The pod where one is wanted, else one ad. What does not resolve is replaced by an ad that stands alone, where it may. */
async function chosen(
  ads: readonly ResponseAd[],
  chain: readonly Wrapper[],
  resolve: (ad: ResponseAd) => Promise<VideoAd[]>,
  takesPods: boolean,
): Promise<VideoAd[]> {
  const alone = ads.filter(({ sequence }) => sequence === null);
  const pod = ads.filter(({ sequence }) => sequence !== null).sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const mayFallBack = chain.length === 0 || chain[chain.length - 1]?.fallsBack === true;
  if (takesPods && pod.length > 0 && chain.every(({ allowsPods }) => allowsPods)) {
    const spare = mayFallBack ? [...alone] : [];
    const found: VideoAd[] = [];
    for (const part of await Promise.all(pod.map(resolve))) {
      let filled = part;
      while (filled.length === 0 && spare.length > 0) filled = await resolve(spare.shift() as ResponseAd);
      found.push(...filled);
    }
    return found;
  }
  const [first, ...others] = alone.length > 0 ? alone : pod.slice(0, 1);
  for (const ad of first ? [first, ...(mayFallBack ? others : [])] : []) {
    const found = await resolve(ad);
    if (found.length > 0) return found;
  }
  return [];
}

async function resolveAd(
  ad: ResponseAd,
  chain: readonly Wrapper[],
  how: Resolving,
  faults: VastFault[],
): Promise<VideoAd[]> {
  const fail = (code: number, errors: readonly string[]) => {
    faults.push({ code, errors: [...chain.flatMap((wrapper) => wrapper.errors), ...errors] });
    return [];
  };
  if (ad.kind === 'inline') return ad.ad ? [merged(chain, ad.ad)] : fail(200, ad.errors);
  const { wrapper } = ad;
  if (chain[chain.length - 1]?.followsWrappers === false) return fail(303, wrapper.errors);
  if (chain.length >= mostWrappers) return fail(302, wrapper.errors);
  return adsAt(wrapper.tagUrl, [...chain, wrapper], how, faults);
}

/** An ad with the trackers of all wrappers, the outermost first; of links the innermost counts. */
function merged(chain: readonly Wrapper[], ad: VideoAd): VideoAd {
  const hops: readonly Trackers[] = [...chain, ad];
  const links = chain.map(({ clickThrough }) => clickThrough).filter((link) => link !== '');
  return {
    ...ad,
    impressions: hops.flatMap(({ impressions }) => impressions),
    errors: hops.flatMap(({ errors }) => errors),
    tracking: hops.flatMap(({ tracking }) => tracking),
    clickTracking: hops.flatMap(({ clickTracking }) => clickTracking),
    unverified: hops.flatMap(({ unverified }) => unverified),
    clickThrough: ad.clickThrough || (links[links.length - 1] ?? ''),
  };
}
