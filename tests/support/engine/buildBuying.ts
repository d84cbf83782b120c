import {
  adexchange,
  campaign,
  createSchema,
  creative,
  deal,
  supplier,
  type AdexchangeRow,
  type CampaignRow,
  type CreativeRow,
  type DealRow,
  type SupplierRow,
} from '#model/index.ts';
import type { MediaFile } from '#model/buying/shapes.ts';
import { stamps } from './buildRows.ts';

/** Values that every row of the entity has where nothing else is said. */
const values = {
  supplier: createSchema(supplier).parse({ name: 'Supplier' }),
  adexchange: createSchema(adexchange).parse({ name: 'Exchange', endpoint: 'https://buyer.example/bid' }),
  campaign: createSchema(campaign).parse({ name: 'Campaign', advertiserId: 1, bid: '2.00' }),
  creative: createSchema(creative).parse({ name: 'Creative', advertiserId: 1 }),
  deal: createSchema(deal).parse({ name: 'Deal', dealId: 'deal-1' }),
};

/** An active supplier without a margin. */
export function buildSupplier(overrides: Partial<SupplierRow> = {}): SupplierRow {
  const id = overrides.id ?? 1;
  const uid = `supplier${String(id).padStart(8, '0')}`;
  return { ...(values.supplier as SupplierRow), id, uid, keyDigest: '', demandId: 1, ...stamps, ...overrides };
}

/** An active ad exchange without a margin. */
export function buildAdexchange(overrides: Partial<AdexchangeRow> = {}): AdexchangeRow {
  const id = overrides.id ?? 1;
  const uid = `exchange${String(id).padStart(8, '0')}`;
  return {
    ...(values.adexchange as AdexchangeRow),
    id,
    uid,
    cappedUntil: null,
    demandId: 1,
    ...stamps,
    ...overrides,
  };
}

/** An active video campaign of the first advertiser that bids $2 everywhere, with the first creative. */
export function buildCampaign(overrides: Partial<CampaignRow> = {}): CampaignRow {
  const id = overrides.id ?? 1;
  return {
    ...(values.campaign as CampaignRow),
    id,
    name: `Campaign ${id}`,
    creativeIds: [1],
    cappedUntil: null,
    demandId: 1,
    ...stamps,
    ...overrides,
  };
}

/** The file of a video of fifteen seconds. */
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
  const id = overrides.id ?? 1;
  return {
    ...(values.creative as CreativeRow),
    id,
    name: `Creative ${id}`,
    review: 'approved',
    reviewNote: '',
    files: [buildFile()],
    adomain: 'brand.example',
    demandId: 1,
    ...stamps,
    ...overrides,
  };
}

/** An active deal that is bought under, offered by any supplier, without a floor. */
export function buildDeal(overrides: Partial<DealRow> = {}): DealRow {
  const id = overrides.id ?? 1;
  return { ...(values.deal as DealRow), id, name: `Deal ${id}`, demandId: 1, ...stamps, ...overrides };
}
