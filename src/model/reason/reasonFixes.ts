import { entities } from '../entity/entities.ts';
import { listedProperties, type CandidateReason, type RestrictionReason, type SupplyReason } from './reasons.ts';
import { dimensions } from '../targeting/dimensions.ts';

/** The entities where the cause of a loss can be fixed. */
export const fixEntities = [
  'demand',
  'channel',
  'subpublisher',
  'tag',
  'advertiser',
  'supplier',
  'adexchange',
  'campaign',
  'exchangeRate',
] as const;
export type FixEntity = (typeof fixEntities)[number];

/** The tabs, by the names of addresses, where causes of losses can be fixed. */
export type FixTab = 'waterfall' | 'sellers json';

/** The place where the cause of a loss can be fixed: a field of an object, or one of its tabs. */
export interface Fix {
  entity: FixEntity;
  /**
   * Field names, of which the first that the object shows counts; absent when the whole object, or a tab of it, is to
   * be checked.
   */
  fields?: readonly string[];
  tab?: FixTab;
}

const channel = (field: string): Fix => ({ entity: 'channel', fields: [field] });
const supplier = (field: string): Fix => ({ entity: 'supplier', fields: [field] });
const tag = (...fields: string[]): Fix => ({ entity: 'tag', fields });
const campaign = (...fields: string[]): Fix => ({ entity: 'campaign', fields });

/** The source of a tag's ads: the field depends on its integration. */
const origin = tag('url', 'vastXml', 'endpoint', 'partner');

/** Restrictions are set on the object itself, or on the partner that it belongs to. */
function restrictionFixes(entity: 'channel' | 'tag'): Record<RestrictionReason, Fix> {
  const fieldOf = (property: keyof typeof listedProperties) => (property === 'publisher' ? 'pubListIds' : 'appListIds');
  return Object.fromEntries([
    ['list_not_loaded', { entity, fields: ['appListIds'] }],
    ...(Object.keys(listedProperties) as (keyof typeof listedProperties)[]).flatMap((property) => [
      [`${property}_blocked`, { entity, fields: [fieldOf(property)] }],
      [`${property}_not_allowed`, { entity, fields: [fieldOf(property)] }],
    ]),
    ...Object.keys(dimensions).map((name) => [`targeting_${name}`, { entity, fields: ['targetingIds'] }]),
  ]) as Record<RestrictionReason, Fix>;
}

/** The fix for each supply reason; null = nothing of ours would change it. */
export const supplyFixes: Record<SupplyReason, Fix | null> = {
  ...restrictionFixes('channel'),
  cut_off: null,
  account_inactive: { entity: 'demand', fields: ['status'] },
  channel_inactive: channel('status'),
  supplier_inactive: supplier('status'),
  bad_request: null,
  no_candidates: { entity: 'channel', tab: 'waterfall' },
  no_answer: { entity: 'channel', tab: 'waterfall' },
  overload: null,
  qps_exceeded: channel('qps'),
  below_price: channel('costShare'),
  no_exchange_rate: { entity: 'exchangeRate' },
  // The publisher’s file lacks lines, which this tab shows.
  ads_txt_unauthorized: { entity: 'subpublisher', tab: 'sellers json' },
  schain_incomplete: supplier('isSchainRequired'),
  seat_not_allowed: supplier('seat'),
  media_type_unwanted: supplier('mediaTypes'),
  test_mode: supplier('mode'),
  ivt_prebid: channel('checkIVT'),
  cap_reached: channel('reqsPerDay'),
};

/** The fix for each reason of a tag as candidate; null = nothing of ours would change it. */
export const candidateFixes: Record<CandidateReason, Fix | null> = {
  ...restrictionFixes('tag'),
  cut_off: null,
  inactive: tag('status'),
  advertiser_inactive: { entity: 'advertiser', fields: ['status'] },
  flight: tag('startsOn'),
  cap: tag('impsPerDay'),
  qps: tag('qps'),
  frequency: tag('freqImps'),
  budget: campaign('spendPerDay', 'impsPerDay'),
  pacing: tag('impsPerDay'),
  ivt: tag('checkIVT'),
  privacy: tag('gvlId'),
  no_device_id: null,
  not_assigned: campaign('supplierIds'),
  no_creative: campaign('creativeIds'),
  creative_pending: campaign('creativeIds'),
  creative_scan: campaign('creativeIds'),
  assets_missing: campaign('creativeIds'),
  file_type: origin,
  zero_bid: campaign('bid'),
  media_type: tag('mediaTypes'),
  no_prebid_server: null,
  no_exchange_rate: tag('currency'),
  margin: channel('minMargin'),
  floor: channel('floor'),
  tier_not_reached: { entity: 'channel', tab: 'waterfall' },
  deadline: channel('timeoutMs'),
  outbid: tag('rate'),
  pod_creative: channel('dedupeCreatives'),
  pod_advertiser: channel('dedupeAdvertisers'),
  pod_category: channel('dedupeCategories'),
  pod_duration: channel('podDuration'),
  pod_slot: channel('podSlots'),
  timeout: tag('timeoutMs'),
  http_error: origin,
  conn_error: origin,
  refused_address: origin,
  too_large: origin,
  empty: origin,
  invalid_xml: origin,
  wrapper_limit: origin,
  no_media: origin,
  creative_blocked: tag('creListIds'),
  creative_not_allowed: tag('creListIds'),
  invalid_bid: origin,
  unknown_impression: origin,
  currency: tag('currency'),
  deal_unknown: origin,
  deal_missing: origin,
  below_deal_floor: tag('floor'),
  seat_blocked: tag('seats'),
  adomain_blocked: channel('blockedAdomains'),
  category_blocked: channel('blockedCategories'),
  attribute_blocked: null,
  promoted_app_blocked: null,
  creative_language: origin,
  wrong_media_type: tag('mediaTypes'),
  size: tag('mediaTypes'),
  duration: channel('minDuration'),
  protocol: tag('rtbVersion'),
  not_secure: origin,
  no_markup: tag('timeoutMs'),
  below_floor: channel('floor'),
  linearity: origin,
  encoding: origin,
  native_asset: origin,
};

/** The entities of candidates. Candidates other than tags have fields of their own for some reasons. */
export type CandidateEntity = 'tag' | 'adexchange' | 'campaign';

const creatives = campaign('creativeIds');
const budget = campaign('spendPerDay', 'impsPerDay', 'spendTotal', 'impsTotal');

/** Fixes that differ from those of tags: other field names, or none. */
const entityFixes: Record<Exclude<CandidateEntity, 'tag'>, Partial<Record<CandidateReason, Fix | null>>> = {
  adexchange: {
    flight: null,
    cap: { entity: 'adexchange', fields: ['spendPerDay'] },
    pacing: { entity: 'adexchange', fields: ['spendPerDay'] },
    frequency: null,
    adomain_blocked: { entity: 'adexchange', fields: ['blockedAdomains'] },
    category_blocked: { entity: 'adexchange', fields: ['blockedCategories'] },
    creative_blocked: { entity: 'adexchange', fields: ['blockedCreatives', 'creListIds'] },
    below_floor: { entity: 'adexchange', fields: ['floor'] },
  },
  campaign: {
    flight: campaign('startDate'),
    empty: { entity: 'campaign' },
    cap: budget,
    budget,
    pacing: campaign('pacing'),
    frequency: campaign('frequencies'),
    media_type: campaign('type'),
    no_exchange_rate: { entity: 'exchangeRate' },
    size: creatives,
    duration: creatives,
    protocol: creatives,
    file_type: creatives,
    linearity: creatives,
    wrong_media_type: creatives,
    not_secure: creatives,
    attribute_blocked: creatives,
    adomain_blocked: creatives,
    category_blocked: creatives,
    deal_missing: campaign('dealIds'),
    seat_blocked: supplier('seat'),
    below_deal_floor: campaign('dealBids'),
    floor: campaign('bid'),
    below_floor: campaign('bid'),
    outbid: campaign('bid'),
  },
};

/** The fix for a candidate's reason: a field of the object, or of one that it belongs to. */
export function candidateFix(reason: CandidateReason, entity: CandidateEntity): Fix | null {
  const fix = candidateFixes[reason];
  if (entity === 'tag') return fix;
  const own = entityFixes[entity][reason];
  if (own !== undefined) return own;
  return fix?.entity === 'tag' ? inOther(fix, entity) : fix;
}

/** Fixes of a supplier's request that have no field in common with those of a channel: ad exchanges replace the tags. */
const supplierFixes: Partial<Record<SupplyReason, Fix>> = {
  no_candidates: { entity: 'adexchange' },
  no_answer: { entity: 'adexchange' },
};

/** The fix for the reason why a channel's or a supplier's request got no ad. */
export function supplyFix(reason: SupplyReason, isOfSupplier: boolean): Fix | null {
  const fix = supplyFixes[reason];
  return isOfSupplier ? (supplierFixes[reason] ?? supplierFix(fix)) : fix;
}

/** The fix for a supplier's request, derived from that for channels. */
export function supplierFix(fix: Fix | null): Fix | null {
  return fix?.entity === 'channel' ? inOther(fix, 'supplier') : fix;
}

/** The fix with the fields of the same names in another entity; null where it has none of them. */
function inOther({ fields = [] }: Fix, entity: 'adexchange' | 'campaign' | 'supplier'): Fix | null {
  const known = fields.filter((field) => field in entities[entity].fields);
  return known.length === 0 ? null : { entity, fields: known };
}
