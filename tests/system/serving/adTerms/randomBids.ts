import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import { mutateJson } from '#tests/support/native/mutateJson.ts';
import { nativeNames, responseTo } from '#tests/support/native/nativeSamples.ts';
import { randomAd } from '../../../vast/randomAd.ts';
import { randomBannerMarkup, randomBannerSize } from './randomBanner.ts';

const mtypes = { banner: 1, video: 2, audio: 3, native: 4 } as const;

/**
 * The response of a bidder: for each imp one bid, or several for a pod, which declare more or less of their ads, rightly
 * or not. Wrappers lead to `tagUrl`, which names the duration that the bid declares.
 */
export function randomBids({ id, imp }: BidRequest, tagUrl: string, random: RandomSource): object {
  const bid = imp.flatMap((each) => {
    const isPod = Boolean(each.video?.poddur ?? each.audio?.poddur);
    const count = isPod ? 1 + random.below(4) : random.boolean(0.1) ? 2 : 1;
    return Array.from({ length: count }, (_, index) => bidFor(each, `${each.id}-${index}`, tagUrl, random));
  });
  return { id, cur: 'USD', seatbid: [{ seat: 't3', bid }] };
}

function bidFor(imp: Imp, id: string, tagUrl: string, random: RandomSource): object {
  const offered = (['banner', 'video', 'audio', 'native'] as const).filter((name) => imp[name] !== undefined);
  const medium = random.pick(offered);
  const dur = random.boolean(0.3) ? random.pick([6, 15, 15, 30, 0, -1, 14.6]) : undefined;
  const deals = imp.pmp?.deals ?? [];
  return {
    id: `bid-${id}`,
    impid: random.boolean(0.02) ? 'other' : imp.id,
    price: 0.2 + random.next() * 5,
    crid: `creative-${random.below(4)}`,
    adomain: [random.pick(['brand.example', 'brand.example', 'other.example', 'blocked.example'])],
    ...contentOf(imp, medium, dur === undefined ? tagUrl : `${tagUrl}?dur=${dur}`, random),
    ...(medium !== 'video' && medium !== 'audio' ? {} : { dur }),
    ...(random.boolean(0.5) ? { mtype: mtypes[medium] } : {}),
    ...(random.boolean(0.1) ? { apis: random.pick([[7], [2, 7], [1]]) } : {}),
    ...(random.boolean(0.1) ? { protocol: random.pick([2, 3, 7]) } : {}),
    ...(random.boolean(0.15) ? { attr: random.pick([[16], [1], [6]]) } : {}),
    ...(random.boolean(0.3) ? { slotinpod: random.pick([1, -1, 2, 0]) } : {}),
    ...(deals.length > 0 && random.boolean(0.6) ? { dealid: random.pick([...deals, { id: 'deal-0' }]).id } : {}),
  };
}

function contentOf(imp: Imp, medium: keyof typeof mtypes, tagUrl: string, random: RandomSource): object {
  const { banner, native } = imp;
  if (medium === 'banner' && banner) return { adm: randomBannerMarkup(random), ...randomBannerSize(banner, random) };
  if (medium === 'native' && native) {
    const response = responseTo(JSON.parse(native.request) as object);
    return { adm: JSON.stringify(mutateJson(response, random.pick([0, 0, 1]), nativeNames, random)) };
  }
  return { adm: randomAd(random, tagUrl) };
}
