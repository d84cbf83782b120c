import type { TagRow } from '#model/index.ts';
import { partnerById } from '#model/reference/partners.ts';
import { companyOf } from '#model/reference/partners/companies.ts';
import type { MediaType } from '#standards/openrtb/types.ts';
import type { BidderTerms, CompiledTag } from './plan.ts';
import { cpm } from './planParts.ts';

/** Compiles a tag. */
export function compileTag(row: TagRow): CompiledTag {
  return {
    id: row.id,
    uid: row.uid,
    demandId: row.demandId ?? 0,
    advertiserId: row.advertiserId,
    isActive: row.status === 1,
    gvlId: row.gvlId,
    source: row.source,
    url: row.url,
    handling: row.handling,
    vastXml: row.vastXml,
    integration: row.integration,
    timeoutMs: row.timeoutMs,
    rateModel: row.integration === 'VAST' ? row.rateModel : 'dynamic',
    rate: row.integration === 'VAST' ? cpm(row.rate) : 0,
    floor: row.integration !== 'VAST' || row.rateModel === 'dynamic' ? cpm(row.floor) : 0,
    marketplace: marketplaceOf(row),
    bidder: bidderOf(row),
  };
}

/** Ad tag URLs and stored VAST are direct sales to the advertiser; bids come through a marketplace. */
function marketplaceOf({ integration, marketplaceName, partner, name }: TagRow): string {
  if (integration === 'VAST') return '';
  // A partner of another integration remains from before the tag's integration changed.
  const isCurrent = (partnerById(partner)?.integration === 'PreBid') === (integration === 'PreBid');
  const known = isCurrent ? companyOf(partner) : undefined;
  return (marketplaceName || known?.name || name).slice(0, 64);
}

function bidderOf(row: TagRow): BidderTerms | null {
  if (row.integration === 'VAST') return null;
  const isRtb = row.integration === 'RTB';
  return {
    endpoint: isRtb ? row.endpoint : '',
    version: isRtb ? row.rtbVersion : '2.6',
    isGzipped: isRtb && row.isGzipped,
    seats: isRtb ? row.seats : [],
    mediaTypes: row.mediaTypes as MediaType[],
    isSecondPrice: isRtb && row.auctionType === 'second',
    currency: isRtb ? row.currency : 'USD',
    prebid: isRtb ? null : { code: partnerById(row.partner)?.variantOf ?? row.partner, params: row.partnerParams },
    needsDeviceId: false,
    quality: null,
    blockedCreatives: [],
  };
}
