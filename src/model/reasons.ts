/** Who can mend the cause of a lost opportunity. */
export type ReasonOwner = 'us' | 'partner' | 'publisher';

interface Reason {
  text: string;
  owner: ReasonOwner;
}

/** Why a request got no ad: one per request that was answered without one. */
export const supplyReasons = {
  account_inactive: { text: 'The account is not active', owner: 'us' },
  channel_inactive: { text: 'The channel or its sub-publisher is not active', owner: 'us' },
  bad_request: { text: 'No channel has this address', owner: 'publisher' },
  no_candidates: { text: 'No tag of the waterfall was eligible', owner: 'us' },
  no_answer: { text: 'No eligible tag answered with a usable ad', owner: 'partner' },
  overload: { text: 'The server was too busy to ask for ads', owner: 'us' },
} as const satisfies Record<string, Reason>;

/** Why a candidate did not serve: exactly one per candidate of a request. */
export const candidateReasons = {
  inactive: { text: 'The tag or its row in the waterfall is paused', owner: 'us' },
  advertiser_inactive: { text: 'The advertiser is paused', owner: 'us' },
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
  below_floor: { text: 'Its answer paid less than the floor', owner: 'partner' },
} as const satisfies Record<string, Reason>;

/** A reason of the supply side. */
export type SupplyReason = keyof typeof supplyReasons;

/** A reason of a candidate. */
export type CandidateReason = keyof typeof candidateReasons;
