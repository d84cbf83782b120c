import type { AdexchangeRow } from '#model/index.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import { campaignsId, idOfExchange } from './buyer.ts';
import type { CompiledTag } from './plan.ts';
import { cpm } from './planParts.ts';
import { qualityOf } from './quality.ts';

/** Values of tag properties for bidders that are not tags. */
const noTag = {
  advertiserId: 0,
  integration: 'RTB',
  source: 'url',
  url: '',
  // Wrappers are left to the player: bid requests leave little time for a response.
  handling: 'wrap',
  vastXml: '',
  rateModel: 'dynamic',
  rate: 0,
  marketplace: '',
} as const satisfies Partial<CompiledTag>;

/** An ad exchange in auctions: like a bidding tag. */
export function exchangeAsTag(row: AdexchangeRow): CompiledTag {
  return {
    ...noTag,
    id: idOfExchange(row.id),
    uid: row.uid,
    demandId: row.demandId ?? 0,
    isActive: row.status === 1,
    gvlId: row.gvlId,
    timeoutMs: row.timeoutMs,
    floor: cpm(row.floor),
    bidder: {
      endpoint: row.endpoint,
      version: row.rtbVersion,
      isGzipped: row.isGzipped,
      seats: row.seats,
      mediaTypes: row.mediaTypes as MediaType[],
      isSecondPrice: row.auctionType === 'second',
      currency: row.currency,
      prebid: null,
      needsDeviceId: row.needsDeviceId,
      quality: qualityOf({ ...row, minDuration: null, maxDuration: null }),
      blockedCreatives: row.blockedCreatives,
    },
  };
}

/** An account's own campaigns in auctions: like a bidder that responds at once. */
export function campaignsAsTag(demandId: number): CompiledTag {
  return {
    ...noTag,
    id: campaignsId,
    uid: 'campaigns',
    demandId,
    isActive: true,
    gvlId: null,
    timeoutMs: 1000,
    floor: 0,
    bidder: {
      endpoint: '',
      version: '2.6',
      isGzipped: false,
      seats: [],
      mediaTypes: [],
      isSecondPrice: false,
      currency: 'USD',
      prebid: null,
      needsDeviceId: false,
      quality: null,
      blockedCreatives: [],
    },
  };
}
