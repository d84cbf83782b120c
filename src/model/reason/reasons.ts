import { dimensions, type Dimension } from '../targeting/dimensions.ts';

/** Owners of a reason: who can fix the cause of a lost opportunity. */
export const reasonOwners = ['us', 'partner', 'publisher'] as const;
export type ReasonOwner = (typeof reasonOwners)[number];

/** The text of a reason, and who can fix it. */
export interface Reason {
  text: string;
  owner: ReasonOwner;
}

/** The properties of requests that an object's lists are compared with. */
export const listedProperties = {
  app: 'App',
  app_name: 'App name',
  site: 'Site',
  ip: 'IP address',
  device_id: 'Device ID',
  sub_id: 'Sub ID',
  postal: 'Postal code',
  publisher: 'Publisher',
} as const;

export type ListedProperty = keyof typeof listedProperties;

/** The reasons why an object's restrictions exclude a request. */
export type RestrictionReason =
  | 'list_not_loaded'
  | `targeting_${Dimension}`
  | `${ListedProperty}_blocked`
  | `${ListedProperty}_not_allowed`;

/** The text of each: every dimension and every kind of list has its own. */
const restrictionReasons = Object.fromEntries([
  ['list_not_loaded', { text: 'List still loading on the server', owner: 'us' }],
  ...Object.entries(listedProperties).flatMap(([property, words]) => [
    [`${property}_blocked`, { text: `${words} blocked by a list`, owner: 'us' }],
    [`${property}_not_allowed`, { text: `${words} not on an allow list`, owner: 'us' }],
  ]),
  ...Object.entries(dimensions).map(([name, { label }]) => [
    `targeting_${name}`,
    { text: `Targeting mismatch: ${label}`, owner: 'us' },
  ]),
]) as Record<RestrictionReason, Reason>;

/** The reason why a request got no ad: one reason per request without an ad. */
export const supplyReasons = {
  cut_off: { text: 'Supplier or sub-publisher cut off', owner: 'us' },
  account_inactive: { text: 'Account not active', owner: 'us' },
  channel_inactive: { text: 'Channel or sub-publisher not active', owner: 'us' },
  supplier_inactive: { text: 'Supplier not active', owner: 'us' },
  bad_request: { text: 'No channel at this URL', owner: 'publisher' },
  no_candidates: { text: 'No eligible tag in the waterfall', owner: 'us' },
  no_answer: { text: 'No usable ad from eligible tags', owner: 'partner' },
  overload: { text: 'Server overloaded', owner: 'us' },
  qps_exceeded: { text: 'Channel QPS limit exceeded', owner: 'us' },
  below_price: { text: 'Publisher floor above what the channel can pay', owner: 'publisher' },
  no_exchange_rate: { text: 'No exchange rate for the floor currency', owner: 'us' },
  ads_txt_unauthorized: { text: 'Not authorized in ads.txt or app-ads.txt', owner: 'publisher' },
  schain_incomplete: { text: 'Supply chain (schain) missing or incomplete', owner: 'publisher' },
  seat_not_allowed: { text: 'Our seat not allowed by the request', owner: 'publisher' },
  media_type_unwanted: { text: 'Media types not accepted from this supplier', owner: 'us' },
  test_mode: { text: 'Supplier in test mode: bid not sent', owner: 'us' },
  ivt_prebid: { text: 'Blocked as invalid traffic before the bid', owner: 'publisher' },
  cap_reached: { text: 'Daily request or impression cap reached', owner: 'us' },
  ...restrictionReasons,
} as const satisfies Record<string, Reason>;

/** The reason why a candidate did not serve: exactly one reason per candidate of a request. */
export const candidateReasons = {
  cut_off: { text: 'Cut off', owner: 'us' },
  inactive: { text: 'Paused, or disabled in the waterfall', owner: 'us' },
  advertiser_inactive: { text: 'Advertiser paused', owner: 'us' },
  flight: { text: 'Outside of flight dates', owner: 'us' },
  cap: { text: 'Cap reached', owner: 'us' },
  qps: { text: 'QPS limit reached', owner: 'us' },
  frequency: { text: 'Frequency cap reached', owner: 'us' },
  budget: { text: 'No budget available for another bid right now', owner: 'us' },
  pacing: { text: 'Held back by pacing', owner: 'us' },
  ivt: { text: 'Invalid traffic not accepted', owner: 'publisher' },
  privacy: { text: 'No consent for this vendor', owner: 'publisher' },
  no_device_id: { text: 'No device ID, or no consent to share it', owner: 'publisher' },
  not_assigned: { text: 'Not assigned to this supplier or channel', owner: 'us' },
  no_creative: { text: 'No active creative of its type in flight', owner: 'us' },
  creative_pending: { text: 'No approved creative', owner: 'us' },
  creative_scan: { text: 'Creative blocked by its scan', owner: 'us' },
  assets_missing: { text: 'Required native assets missing', owner: 'us' },
  file_type: { text: 'No file of an accepted type and bitrate', owner: 'partner' },
  zero_bid: { text: 'Bid is 0 for this request', owner: 'us' },
  media_type: { text: 'Media type not supported', owner: 'us' },
  no_prebid_server: { text: 'No Prebid Server configured', owner: 'us' },
  no_exchange_rate: { text: 'No exchange rate for the bid currency', owner: 'us' },
  margin: { text: 'Minimum margin not reachable with the cost model', owner: 'us' },
  ...restrictionReasons,
  floor: { text: 'Rate below floor', owner: 'us' },
  tier_not_reached: { text: 'Filled by an earlier tier or call', owner: 'us' },
  deadline: { text: 'Channel timeout reached before the call', owner: 'us' },
  outbid: { text: 'Outbid, or lost the tie-break', owner: 'partner' },
  pod_creative: { text: 'Same creative already in the pod', owner: 'partner' },
  pod_advertiser: { text: 'Same advertiser already in the pod', owner: 'partner' },
  pod_category: { text: 'Same category already in the pod', owner: 'partner' },
  pod_duration: { text: 'Not enough time left in the pod', owner: 'partner' },
  pod_slot: { text: 'First or last pod position already taken', owner: 'partner' },
  timeout: { text: 'Timed out', owner: 'partner' },
  http_error: { text: 'HTTP error', owner: 'partner' },
  conn_error: { text: 'Connection failed', owner: 'partner' },
  refused_address: { text: 'URL leads to a private IP address', owner: 'us' },
  too_large: { text: 'Response too large', owner: 'partner' },
  empty: { text: 'No ad returned', owner: 'partner' },
  invalid_xml: { text: 'Invalid VAST', owner: 'partner' },
  wrapper_limit: { text: 'More than five wrappers, or a wrapper loop', owner: 'partner' },
  no_media: { text: 'No playable media file', owner: 'partner' },
  creative_blocked: { text: 'Creative blocked by a creative list', owner: 'us' },
  creative_not_allowed: { text: 'Creative not on an allow list', owner: 'us' },
  invalid_bid: { text: 'Invalid bid response (OpenRTB)', owner: 'partner' },
  unknown_impression: { text: 'Bid for an unknown impression', owner: 'partner' },
  currency: { text: 'Bid in a currency not offered', owner: 'partner' },
  deal_unknown: { text: 'Bid on a deal not offered', owner: 'partner' },
  deal_missing: { text: 'Private auction: deal bids only', owner: 'partner' },
  below_deal_floor: { text: 'Bid below deal floor', owner: 'partner' },
  seat_blocked: { text: 'Seat not allowed', owner: 'partner' },
  adomain_blocked: { text: 'Advertiser domain blocked', owner: 'us' },
  category_blocked: { text: 'Category blocked', owner: 'us' },
  attribute_blocked: { text: 'Creative attribute or ad type blocked', owner: 'publisher' },
  creative_language: { text: 'Creative language not accepted', owner: 'partner' },
  promoted_app_blocked: { text: 'Advertised app blocked', owner: 'publisher' },
  wrong_media_type: { text: 'Ad of a media type not offered', owner: 'partner' },
  size: { text: 'Creative size not offered', owner: 'partner' },
  duration: { text: 'Ad duration unknown or not accepted', owner: 'partner' },
  protocol: { text: 'Protocol or API not supported', owner: 'partner' },
  not_secure: { text: 'Creative not secure (loads over HTTP)', owner: 'partner' },
  no_markup: { text: 'No markup received for the bid', owner: 'partner' },
  below_floor: { text: 'Bid below floor', owner: 'partner' },
  linearity: { text: 'Linear ad or overlay (non-linear) not accepted by the player', owner: 'partner' },
  encoding: { text: 'Response in an unknown character encoding', owner: 'partner' },
  native_asset: { text: 'Native assets not as requested', owner: 'partner' },
} as const satisfies Record<string, Reason>;

export type SupplyReason = keyof typeof supplyReasons;

export type CandidateReason = keyof typeof candidateReasons;
