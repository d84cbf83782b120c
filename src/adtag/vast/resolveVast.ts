import type { ResponseAd, Trackers, VastFault, VastResult, VideoAd, Wrapper } from './types.ts';

/** Maximum number of wrappers in a chain. */
const maxWrappers = 5;

export interface ResolveOptions {
  /** The body of a response. Rejects on a timeout or an error. */
  fetch(url: string): Promise<string>;
  read(text: string): VastResult;
  /** Whether all ads of a pod may be returned. */
  acceptsPods: boolean;
}

/** The ads of a tag in playback order, and the failures on the way. */
export interface ResolvedVast {
  ads: VideoAd[];
  faults: VastFault[];
}

/** Follows a tag through its wrappers to the ads. Never rejects. */
export async function resolveVast(url: string, options: ResolveOptions): Promise<ResolvedVast> {
  const faults: VastFault[] = [];
  return { ads: await resolveTag(url, [], options, faults), faults };
}

async function resolveTag(
  url: string,
  chain: readonly Wrapper[],
  options: ResolveOptions,
  faults: VastFault[],
): Promise<VideoAd[]> {
  const outerErrors = chain.flatMap(({ errors }) => errors);
  let reading: VastResult;
  try {
    reading = options.read(await options.fetch(url));
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
  return chooseAds(ads, chain, (ad) => resolveAd(ad, chain, options, faults), options.acceptsPods);
}

/**
 * The pod if accepted and allowed, else one ad. An ad that fails is replaced by a standalone ad if fallback is allowed.
 */
async function chooseAds(
  ads: readonly ResponseAd[],
  chain: readonly Wrapper[],
  resolve: (ad: ResponseAd) => Promise<VideoAd[]>,
  acceptsPods: boolean,
): Promise<VideoAd[]> {
  const standalone = ads.filter(({ sequence }) => sequence === null);
  const pod = ads.filter(({ sequence }) => sequence !== null).sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  const mayFallBack = chain.length === 0 || chain[chain.length - 1]?.fallbackOnNoAd === true;
  if (acceptsPods && pod.length > 0 && chain.every(({ allowMultipleAds }) => allowMultipleAds)) {
    const fallbackAds = mayFallBack ? [...standalone] : [];
    const found: VideoAd[] = [];
    for (const part of await Promise.all(pod.map(resolve))) {
      let filled = part;
      while (filled.length === 0 && fallbackAds.length > 0) filled = await resolve(fallbackAds.shift() as ResponseAd);
      found.push(...filled);
    }
    return found;
  }
  const [first, ...others] = standalone.length > 0 ? standalone : pod.slice(0, 1);
  for (const ad of first ? [first, ...(mayFallBack ? others : [])] : []) {
    const found = await resolve(ad);
    if (found.length > 0) return found;
  }
  return [];
}

async function resolveAd(
  ad: ResponseAd,
  chain: readonly Wrapper[],
  options: ResolveOptions,
  faults: VastFault[],
): Promise<VideoAd[]> {
  const fail = (code: number, errors: readonly string[]) => {
    faults.push({ code, errors: [...chain.flatMap((wrapper) => wrapper.errors), ...errors] });
    return [];
  };
  if (ad.kind === 'inline') return ad.ad ? [mergeTrackers(chain, ad.ad)] : fail(200, ad.errors);
  const { wrapper } = ad;
  if (chain[chain.length - 1]?.followAdditionalWrappers === false) return fail(303, wrapper.errors);
  if (chain.length >= maxWrappers) return fail(302, wrapper.errors);
  return resolveTag(wrapper.tagUrl, [...chain, wrapper], options, faults);
}

/** The ad with the trackers of all wrappers, the outermost first. Of the click-throughs, the innermost is used. */
function mergeTrackers(chain: readonly Wrapper[], ad: VideoAd): VideoAd {
  const hops: readonly Trackers[] = [...chain, ad];
  const links = chain.map(({ clickThrough }) => clickThrough).filter((link) => link !== '');
  return {
    ...ad,
    impressions: hops.flatMap(({ impressions }) => impressions),
    errors: hops.flatMap(({ errors }) => errors),
    tracking: hops.flatMap(({ tracking }) => tracking),
    clickTracking: hops.flatMap(({ clickTracking }) => clickTracking),
    verificationNotExecuted: hops.flatMap(({ verificationNotExecuted }) => verificationNotExecuted),
    clickThrough: ad.clickThrough || (links[links.length - 1] ?? ''),
  };
}
