import { dimensions, type Dimension } from './targeting/dimensions.ts';

/** Who can mend the cause of a lost opportunity. */
export const reasonOwners = ['us', 'partner', 'publisher'] as const;
export type ReasonOwner = (typeof reasonOwners)[number];

/** What is said of a reason, and who can mend it. */
export interface Reason {
  text: string;
  owner: ReasonOwner;
}

/** What of a request the lists that an object carries are compared with. */
export const listedThings = {
  app: 'app',
  app_name: 'app’s name',
  site: 'site',
  ip: 'address',
  device_id: 'device id',
  sub_id: 'sub id',
  postal: 'postal code',
  publisher: 'publisher',
} as const;

/** One of them. */
export type ListedThing = keyof typeof listedThings;

/** Why the restrictions that an object carries keep a request from it. */
export type RestrictionReason =
  | 'list_not_loaded'
  | `targeting_${Dimension}`
  | `${ListedThing}_blocked`
  | `${ListedThing}_not_allowed`;

/** The words of each: every dimension and every list has its own. */
const restrictionReasons = Object.fromEntries([
  ['list_not_loaded', { text: 'The members of a list are still on their way to the server', owner: 'us' }],
  ...Object.entries(listedThings).flatMap(([thing, words]) => [
    [`${thing}_blocked`, { text: `A block list names the ${words}`, owner: 'us' }],
    [`${thing}_not_allowed`, { text: `No allow list names the ${words}`, owner: 'us' }],
  ]),
  ...Object.entries(dimensions).map(([name, { label }]) => [
    `targeting_${name}`,
    { text: `Targeting: ${label.charAt(0).toLowerCase()}${label.slice(1)}`, owner: 'us' },
  ]),
]) as Record<RestrictionReason, Reason>;

/** Why a request got no ad: one per request that was answered without one. */
export const supplyReasons = {
  account_inactive: { text: 'The account is not active', owner: 'us' },
  channel_inactive: { text: 'The channel or its sub-publisher is not active', owner: 'us' },
  supplier_inactive: { text: 'The supplier is not active', owner: 'us' },
  bad_request: { text: 'No channel has this address', owner: 'publisher' },
  no_candidates: { text: 'No tag of the waterfall was eligible', owner: 'us' },
  no_answer: { text: 'No eligible tag answered with a usable ad', owner: 'partner' },
  overload: { text: 'The server was too busy to ask for ads', owner: 'us' },
  qps_exceeded: { text: 'More requests came in a second than the channel takes', owner: 'us' },
  below_price: { text: 'The publisher asks for more than the channel pays', owner: 'publisher' },
  no_exchange_rate: { text: 'The platform has no exchange rate for the currency of the floor', owner: 'us' },
  ads_txt_unauthorised: { text: 'The ads.txt or app-ads.txt of the site or app does not name us', owner: 'publisher' },
  schain_incomplete: { text: 'The request has no complete supply chain', owner: 'publisher' },
  seat_not_allowed: { text: 'The request is for other seats of buyers than ours', owner: 'publisher' },
  media_type_unwanted: { text: 'We take none of its media types from the supplier', owner: 'us' },
  test_mode: { text: 'The supplier is in test: what was decided was not bid', owner: 'us' },
  ivt_prebid: { text: 'The request was found to be invalid traffic', owner: 'publisher' },
  cap_reached: { text: 'The channel has had its requests or impressions of the day', owner: 'us' },
  ...restrictionReasons,
} as const satisfies Record<string, Reason>;

/** Why a candidate did not serve: exactly one per candidate of a request. */
export const candidateReasons = {
  inactive: { text: 'It, or its row in the waterfall, is paused', owner: 'us' },
  advertiser_inactive: { text: 'The advertiser is paused', owner: 'us' },
  flight: { text: 'Its first day is to come, or its last day is over', owner: 'us' },
  cap: { text: 'It has reached its cap', owner: 'us' },
  qps: { text: 'It is asked as often a second as it takes', owner: 'us' },
  frequency: { text: 'The viewer has seen its ads as often as it may', owner: 'us' },
  budget: { text: 'Its budget has no money left for another bid at the moment', owner: 'us' },
  pacing: { text: 'It spreads what is left of its cap or budget over the period', owner: 'us' },
  ivt: { text: 'The request was found to be invalid traffic, which it does not take', owner: 'publisher' },
  privacy: { text: 'The viewer’s choices do not let it see the request', owner: 'publisher' },
  no_device_id: { text: 'The advertising id of the device is unknown, or it may not learn it', owner: 'publisher' },
  not_assigned: { text: 'It does not buy from this supplier or channel', owner: 'us' },
  no_creative: { text: 'None of its creatives is of its type, active and in flight', owner: 'us' },
  creative_pending: { text: 'None of its creatives is approved', owner: 'us' },
  assets_missing: { text: 'None of its creatives has what the native ad asks for', owner: 'us' },
  file_type: { text: 'None of its files is of a type and bitrate that the player takes', owner: 'us' },
  zero_bid: { text: 'What it bids here is 0', owner: 'us' },
  media_type: { text: 'It has nothing for the media types of the impression', owner: 'us' },
  no_prebid_server: { text: 'No Prebid Server is set up to ask the partner through', owner: 'us' },
  no_exchange_rate: { text: 'The platform has no exchange rate for its currency', owner: 'us' },
  margin: { text: 'The channel’s payment never leaves the margin that it asks for', owner: 'us' },
  ...restrictionReasons,
  floor: { text: 'Its rate is below the floor', owner: 'us' },
  tier_not_reached: { text: 'An earlier tier or call filled the request', owner: 'us' },
  deadline: { text: 'The channel’s time ran out before it could be asked', owner: 'us' },
  outbid: { text: 'Another answer paid more, or won the draw', owner: 'partner' },
  pod_creative: { text: 'Another ad of the pod shows the same creative', owner: 'partner' },
  pod_advertiser: { text: 'Another ad of the pod is of the same advertiser', owner: 'partner' },
  pod_category: { text: 'Another ad of the pod is of the same category', owner: 'partner' },
  pod_duration: { text: 'The pod had no time left for an ad of its length', owner: 'partner' },
  pod_slot: { text: 'It may only stand first or last in the pod, where another ad stands', owner: 'partner' },
  timeout: { text: 'It did not answer in time', owner: 'partner' },
  http_error: { text: 'It answered with an HTTP error', owner: 'partner' },
  conn_error: { text: 'No connection could be made', owner: 'partner' },
  refused_address: { text: 'Its address is private and not allowed', owner: 'us' },
  too_large: { text: 'Its answer was larger than what is read of one', owner: 'partner' },
  empty: { text: 'It answered that it has no ad', owner: 'partner' },
  invalid_xml: { text: 'Its answer is not valid VAST', owner: 'partner' },
  wrapper_limit: { text: 'Its chain has more than five wrappers or a loop', owner: 'partner' },
  no_media: { text: 'Its ad has no playable media file', owner: 'partner' },
  creative_blocked: { text: 'A block list names its creative', owner: 'us' },
  creative_not_allowed: { text: 'No allow list names its creative', owner: 'us' },
  invalid_bid: { text: 'Its bid response breaks OpenRTB', owner: 'partner' },
  unknown_impression: { text: 'It bid for an impression that was not offered to it', owner: 'partner' },
  currency: { text: 'It bid in a currency that was not offered', owner: 'partner' },
  deal_unknown: { text: 'It bid under a deal that it was not offered', owner: 'partner' },
  deal_missing: { text: 'Only bids under a deal may win here', owner: 'partner' },
  below_deal_floor: { text: 'It bid less than the floor of its deal', owner: 'partner' },
  seat_blocked: { text: 'Its seat may not bid', owner: 'partner' },
  adomain_blocked: { text: 'The advertiser is blocked', owner: 'us' },
  category_blocked: { text: 'The category of its ad is blocked', owner: 'us' },
  attribute_blocked: { text: 'An attribute of its creative is blocked', owner: 'publisher' },
  promoted_app_blocked: { text: 'The app that it advertises is blocked', owner: 'publisher' },
  wrong_media_type: { text: 'It bid with a media type that was not offered', owner: 'partner' },
  size: { text: 'Its creative has a size that was not offered', owner: 'partner' },
  duration: { text: 'Its ad is shorter or longer than wanted', owner: 'partner' },
  protocol: { text: 'Its markup needs a protocol or API that the player lacks', owner: 'partner' },
  not_secure: { text: 'Its markup loads something over http', owner: 'partner' },
  no_markup: { text: 'It won, and its markup did not come', owner: 'partner' },
  below_floor: { text: 'Its answer paid less than the floor', owner: 'partner' },
} as const satisfies Record<string, Reason>;

/** A reason of the supply side. */
export type SupplyReason = keyof typeof supplyReasons;

/** A reason of a candidate. */
export type CandidateReason = keyof typeof candidateReasons;
