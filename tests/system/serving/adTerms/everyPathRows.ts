import { buildAdexchange, buildCampaign, buildCreative, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import { buildImage } from '#tests/support/engine/buildCreative.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import { adMarkup } from '../../../vast/adMarkup.ts';
import { randomAd } from '../../../vast/randomAd.ts';
import { buildBidder } from '../bidders.ts';

/** A channel for single ads. */
export const channel = buildChannel({ campaignTier: 1, parallelCalls: 3 });

/** A channel for pods of up to three ads in a minute. */
export const podChannel = buildChannel({ id: 2, campaignTier: 1, parallelCalls: 3, podSlots: 3, podDuration: 60 });

/** A supplier that offers everything. */
export const supplier = buildSupplier();

/** Rows with a candidate for every way in which an ad comes to be sold. Stored VAST is random; wrappers lead to `tagUrl`. */
export function everyPathRows(tagUrl: string, random: RandomSource): ConfigurationRows {
  const stored = Array.from({ length: 6 }, (_, index) =>
    buildTag({ id: 10 + index, source: 'stored', url: '', vastXml: randomAd(random, tagUrl), rate: `1.${index}0` }),
  );
  const tag = [
    buildBidder('https://bidder.example/bid', { id: 1 }),
    buildBidder('https://other.example/bid', { id: 2, handling: 'wrap', auctionType: 'second', rtbVersion: '2.5' }),
    buildTag({ id: 3, integration: 'PreBid', partner: 'appnexusP' }),
    buildTag({ id: 4, rate: '2.50' }),
    buildTag({ id: 5, rate: '1.00', handling: 'wrap' }),
    ...stored,
  ];
  const channels = [channel, podChannel];
  const ofVast = (id: number, vastXml: string) => buildCreative({ id, type: 'vast', files: [], vastXml });
  return {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: channels,
    tag,
    waterfallRow: channels.flatMap(({ id: channelId }) =>
      tag.map(({ id }) => buildWaterfallRow({ id: channelId * 100 + id, tagId: id, channelId })),
    ),
    supplier: [supplier],
    adexchange: [buildAdexchange(), buildAdexchange({ id: 2, auctionType: 'second' })],
    campaign: [
      buildCampaign({ id: 1, bid: '2.00', ownChannels: 'all', creativeIds: [1, 2] }),
      buildCampaign({ id: 2, type: 'audio', bid: '3.00', ownChannels: 'all', creativeIds: [3] }),
      buildCampaign({ id: 3, type: 'banner', bid: '1.00', ownChannels: 'all', creativeIds: [4] }),
    ],
    creative: [
      ofVast(1, adMarkup({ url: 'https://cdn.example/own-1', seconds: 6 })),
      ofVast(2, adMarkup({ url: 'https://cdn.example/own-2', seconds: 30, isSkippable: true })),
      ofVast(3, adMarkup({ url: 'https://cdn.example/own-3', mime: 'audio/mpeg', bitrate: 128 })),
      buildCreative({
        id: 4,
        type: 'image',
        clickUrl: 'https://brand.example/',
        files: [buildImage()],
      }),
    ],
  };
}
