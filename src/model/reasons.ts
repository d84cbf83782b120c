import { dimensions, type Dimension } from './targeting/dimensions.ts';

/** Who can mend the cause of a lost opportunity. */
export type ReasonOwner = 'us' | 'partner' | 'publisher';

interface Reason {
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
  bad_request: { text: 'No channel has this address', owner: 'publisher' },
  no_candidates: { text: 'No tag of the waterfall was eligible', owner: 'us' },
  no_answer: { text: 'No eligible tag answered with a usable ad', owner: 'partner' },
  overload: { text: 'The server was too busy to ask for ads', owner: 'us' },
  cap_reached: { text: 'The channel has had its requests or impressions of the day', owner: 'us' },
  ...restrictionReasons,
} as const satisfies Record<string, Reason>;

/** Why a candidate did not serve: exactly one per candidate of a request. */
export const candidateReasons = {
  inactive: { text: 'The tag or its row in the waterfall is paused', owner: 'us' },
  advertiser_inactive: { text: 'The advertiser is paused', owner: 'us' },
  flight: { text: 'Its first day is to come, or its last day is over', owner: 'us' },
  cap: { text: 'It has reached its cap', owner: 'us' },
  ...restrictionReasons,
  floor: { text: 'Its rate is below the floor', owner: 'us' },
  tier_not_reached: { text: 'An earlier tier or call filled the request', owner: 'us' },
  deadline: { text: 'The channel’s time ran out before it could be asked', owner: 'us' },
  outbid: { text: 'Another answer paid more, or won the draw', owner: 'partner' },
  timeout: { text: 'It did not answer in time', owner: 'partner' },
  http_error: { text: 'It answered with an HTTP error', owner: 'partner' },
  conn_error: { text: 'No connection could be made', owner: 'partner' },
  refused_address: { text: 'Its address is private and not allowed', owner: 'us' },
  too_large: { text: 'Its answer was larger than 512 KB', owner: 'partner' },
  empty: { text: 'It answered that it has no ad', owner: 'partner' },
  invalid_xml: { text: 'Its answer is not valid VAST', owner: 'partner' },
  wrapper_limit: { text: 'Its chain has more than five wrappers or a loop', owner: 'partner' },
  no_media: { text: 'Its ad has no playable media file', owner: 'partner' },
  creative_blocked: { text: 'A block list names its creative', owner: 'us' },
  creative_not_allowed: { text: 'No allow list names its creative', owner: 'us' },
  below_floor: { text: 'Its answer paid less than the floor', owner: 'partner' },
} as const satisfies Record<string, Reason>;

/** A reason of the supply side. */
export type SupplyReason = keyof typeof supplyReasons;

/** A reason of a candidate. */
export type CandidateReason = keyof typeof candidateReasons;
