import { adTraits, type AdTraits } from '#standards/openrtb/bid/adTraits.ts';
import { parseVast } from '#standards/vast/parseVast.ts';
import { otherStandAlone, podOf, selectAd } from '#standards/vast/selectAd.ts';
import type { InlineAd, VastAd, WrapperAd } from '#standards/vast/types.ts';

/** One ad of a VAST response, and what it is. */
export type AdResponse = ({ kind: 'inline'; ad: InlineAd } | { kind: 'wrapper'; ad: WrapperAd }) & { traits: AdTraits };

/** Maximum stand-alone ads of a response that are tried where others cannot be shown. It may have thousands. */
export const MAX_SUBSTITUTES = 10;

/** A VAST response as auctions use it: the ad that fills a single slot. `errors` are the root's Error URLs. */
export type VastResponse =
  | (AdResponse & {
      /** All ads of a response that is a pod, in order. Only pods with several slots use them. */
      pod?: readonly AdResponse[];
      /**
       * The other stand-alone ads of the response, up to `MAX_SUBSTITUTES`, which may replace ads that cannot be shown
       * (VAST 4.3, 3.3.1).
       */
      others?: readonly AdResponse[];
    })
  | { kind: 'empty'; errors: string[] }
  | { kind: 'invalid'; errorCode: 100 | 101 | 102 };

/** Reads a VAST response. Never throws. */
export function readVastResponse(xml: string): VastResponse {
  const parsed = parseVast(xml);
  if (!parsed.ok) return { kind: 'invalid', errorCode: parsed.errorCode };
  const ad = selectAd(parsed.vast);
  if (!ad) return { kind: 'empty', errors: parsed.vast.errors };
  const response = responseOf(ad);
  if (parsed.vast.ads.length === 1) return response;
  const pod = podOf(parsed.vast);
  const others = otherStandAlone(parsed.vast, ad).slice(0, MAX_SUBSTITUTES);
  return {
    ...response,
    ...(pod.length > 0 ? { pod: pod.map(responseOf) } : {}),
    ...(others.length > 0 ? { others: others.map(responseOf) } : {}),
  };
}

function responseOf(ad: VastAd): AdResponse {
  const traits = adTraits(ad);
  return ad.kind === 'wrapper' ? { kind: 'wrapper', ad, traits } : { kind: 'inline', ad, traits };
}

/** Whether another ad may replace this one: a wrapper says so by `fallbackOnNoAd` (VAST 4.3, 3.19). */
export function isReplaceable(response: VastResponse): boolean {
  return response.kind === 'inline' || (response.kind === 'wrapper' && response.ad.fallbackOnNoAd === true);
}
