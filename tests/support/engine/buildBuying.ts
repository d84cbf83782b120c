import type { AdexchangeRow, CampaignRow, CreativeRow, DealRow, SupplierRow } from '#model/index.ts';
import type { MediaFile } from '#model/buying/shapes.ts';
import { buildRow } from '#tests/support/model/buildRow.ts';

/** An active supplier without a margin. */
export function buildSupplier(overrides: Partial<SupplierRow> = {}): SupplierRow {
  return buildRow('supplier', { name: 'Supplier', ...overrides });
}

/** An active ad exchange without a margin. */
export function buildAdexchange(overrides: Partial<AdexchangeRow> = {}): AdexchangeRow {
  const uid = `exchange${String(overrides.id ?? 1).padStart(8, '0')}`;
  return buildRow('adexchange', { name: 'Exchange', endpoint: 'https://buyer.example/bid', uid, ...overrides });
}

/** An active video campaign of the first advertiser that bids $2 everywhere, with the first creative. */
export function buildCampaign(overrides: Partial<CampaignRow> = {}): CampaignRow {
  return buildRow('campaign', { bid: '2.00', creativeIds: [1], ...overrides });
}

/** The file of a 15-second video. */
export function buildFile(overrides: Partial<MediaFile> = {}): MediaFile {
  return {
    role: 'main',
    file: `${'0'.repeat(64)}.mp4`,
    name: 'ad.mp4',
    mime: 'video/mp4',
    bytes: 1_000_000,
    width: 1280,
    height: 720,
    durationMs: 15_000,
    bitrate: 2000,
    codecs: 'avc1',
    ...overrides,
  };
}

/** An active and approved video of the first advertiser. */
export function buildCreative(overrides: Partial<CreativeRow> = {}): CreativeRow {
  return buildRow('creative', { review: 'approved', files: [buildFile()], adomain: 'brand.example', ...overrides });
}

/** An active deal for buying, offered by any supplier, without a floor. */
export function buildDeal(overrides: Partial<DealRow> = {}): DealRow {
  return buildRow('deal', { dealId: 'deal-1', ...overrides });
}
