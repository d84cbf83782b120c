import { createRates } from '#standards/openrtb/currency.ts';
import type { BidRequest, Imp, MediaType } from '#standards/openrtb/types.ts';
import { readQuery } from '#standards/readQuery.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { readVastResponse } from '#engine/auction/vastResponse.ts';
import type { AuctionSetting } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { readTraits, type RequestHeaders } from '#engine/targeting/readTraits.ts';

/** An imp for instream video. */
export const videoImp: Imp = {
  id: '1',
  video: {
    mimes: ['video/mp4'],
    protocols: [2, 3, 5, 6, 7, 8, 11, 12, 13, 14],
    w: 640,
    h: 360,
    minduration: 5,
    maxduration: 60,
    plcmt: 1,
    linearity: 1,
  },
  secure: 1,
};

const mediaTypes: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/** The setting of an auction for a request at `now`, without caches. */
export function buildSetting(
  plan: ChannelPlan,
  {
    seed = 1,
    query = '',
    headers = {},
    now = 0,
    request = {},
    imp = videoImp,
    ...more
  }: Partial<Pick<AuctionSetting, 'seed' | 'floor' | 'rates' | 'hasPrebidServer' | 'pod'>> & SketchedRequest = {},
): AuctionSetting {
  return {
    plan,
    seed,
    readStored: (tag) => readVastResponse(tag.vastXml),
    creativeOf: creativeIdentity,
    mediaTypes: mediaTypes.filter((type) => imp[type] !== undefined),
    floor: 0,
    pod: null,
    adTerms: () => imp,
    offered: () => ({ request: { id: 'request', site: { page: 'https://news.example/' }, ...request }, imp }),
    rates: createRates({}),
    isPrivate: imp.pmp?.private_auction === 1,
    hasPrebidServer: true,
    traits: readTraits(
      { query: readQuery(`/vast/a?${query}`), headers, peer: '198.51.100.1' },
      { environment: plan.environment, zoneHours: plan.zoneHours, now },
    ),
    ...more,
  };
}

/** A request to a channel. */
interface SketchedRequest {
  query?: string | undefined;
  headers?: RequestHeaders | undefined;
  /** Milliseconds since the epoch. */
  now?: number;
  /** The request as bidders receive it. */
  request?: Partial<BidRequest> | undefined;
  imp?: Imp;
}
