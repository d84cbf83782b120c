import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import type { TagRow, TraceBody } from '#model/index.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { buildCampaign, buildCreative } from '#tests/support/engine/buildBuying.ts';
import { buildTag, buildWaterfallRow, type ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { bids, buildBidder, oneBid } from '../bidders.ts';
import { answers, type TagServer } from '../tagServer.ts';

/** A way in which an ad comes to be sold. */
export interface AdPath {
  name: string;
  /** The rows by which this ad alone is offered, and the partner's answers set. */
  offer: (partner: TagServer, ad: string, medium: 'video' | 'audio') => ConfigurationRows;
  /** Whether its loss is notified, at the partner's /lost. */
  isBid: boolean;
  /** The reason why it was not sold; null when it was. */
  reasonIn: (body: TraceBody) => string | null | undefined;
}

/** Own campaigns are a candidate beside it. */
const tagReason: AdPath['reasonIn'] = ({ candidates }) => candidates.find(({ tagId }) => tagId === 1)?.reason;

/** Every path. Bids declare no duration, API or protocol: only the markup says what the ad is. */
export const adPaths: readonly AdPath[] = [
  {
    name: 'an RTB bid',
    isBid: true,
    reasonIn: tagReason,
    offer: (partner, ad, medium) => bidWith(partner, { adm: ad, ...mtypeOf(medium) }),
  },
  {
    name: 'an RTB bid whose markup comes with the win notice',
    isBid: true,
    reasonIn: tagReason,
    offer(partner, ad, medium) {
      partner.on('/won', answers(ad));
      return bidWith(partner, { adm: undefined, nurl: `${partner.url}/won`, ...mtypeOf(medium) });
    },
  },
  {
    name: 'an RTB bid with a wrapper',
    isBid: true,
    reasonIn: tagReason,
    offer(partner, ad, medium) {
      partner.on('/ad', answers(ad));
      return bidWith(partner, { adm: wrapperTo(partner), ...mtypeOf(medium) });
    },
  },
  {
    name: 'a Prebid partner',
    isBid: true,
    reasonIn: tagReason,
    offer(partner, ad, medium) {
      partner.on('/openrtb2/auction', bids(bidder(partner, { adm: ad, ...mtypeOf(medium) }, 't1')));
      return tags(buildTag({ integration: 'PreBid', partner: 'appnexusP' }));
    },
  },
  {
    name: 'an ad tag',
    isBid: false,
    reasonIn: tagReason,
    offer(partner, ad) {
      partner.on('/tag', answers(ad));
      return tags(buildTag({ url: `${partner.url}/tag` }));
    },
  },
  {
    name: 'an ad tag with a wrapper',
    isBid: false,
    reasonIn: tagReason,
    offer(partner, ad) {
      partner.on('/ad', answers(ad));
      partner.on('/tag', answers(wrapperTo(partner)));
      return tags(buildTag({ url: `${partner.url}/tag` }));
    },
  },
  {
    name: 'stored VAST',
    isBid: false,
    reasonIn: tagReason,
    offer: (_partner, ad) => tags(buildTag({ source: 'stored', url: '', vastXml: ad })),
  },
  {
    name: 'an own campaign',
    isBid: false,
    reasonIn: (body) => tracedCampaignOutcomes(body)?.[0]?.reason,
    offer: (_partner, ad, medium) => ({
      campaign: [buildCampaign({ type: medium, ownChannels: 'all' })],
      creative: [buildCreative({ type: 'vast', files: [], vastXml: ad })],
    }),
  },
];

function tags(tag: TagRow): ConfigurationRows {
  return { tag: [tag], waterfallRow: [buildWaterfallRow({ tagId: tag.id })] };
}

function mtypeOf(medium: 'video' | 'audio'): { mtype: number } {
  return { mtype: medium === 'video' ? 2 : 3 };
}

type BidFields = Parameters<typeof oneBid>[1];

function bidder(partner: TagServer, bid: BidFields, seat?: string): (request: BidRequest) => object {
  const lurl = `${partner.url}/lost?code=\${AUCTION_LOSS}`;
  return (request) => oneBid(request, { lurl, ...bid }, seat === undefined ? {} : { seat });
}

function bidWith(partner: TagServer, bid: BidFields): ConfigurationRows {
  partner.on('/bid', bids(bidder(partner, bid)));
  return tags(buildBidder(`${partner.url}/bid`));
}

function wrapperTo({ url }: TagServer): string {
  return buildVast({ kind: 'wrapper', to: `${url}/ad` });
}
