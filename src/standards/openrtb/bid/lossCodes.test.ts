import { expect, test } from 'vitest';
import { lossCodeOf, nonBidCodeOf, type BidLoss } from './lossCodes.ts';

test.each<[BidLoss, number, number]>([
  ['internal_error', 1, 100],
  ['expired', 2, 101],
  ['malformed', 3, 102],
  ['imp_unknown', 3, 102],
  ['currency_not_accepted', 3, 300],
  ['deal_unknown', 4, 300],
  ['advertiser_malformed', 6, 300],
  ['markup_missing', 7, 350],
  ['crid_missing', 8, 350],
  ['price_missing', 9, 300],
  ['below_floor', 100, 301],
  ['below_deal_floor', 101, 304],
  ['outbid', 102, 300],
  ['outbid_by_deal', 103, 300],
  ['pod_duplicate', 200, 302],
  ['pod_category', 209, 303],
  ['pod_full', 200, 300],
  ['seat_blocked', 104, 300],
  ['duration_not_offered', 200, 350],
  ['disapproved', 202, 350],
  ['size_not_offered', 203, 351],
  ['markup_mismatch', 204, 353],
  ['advertiser_blocked', 205, 356],
  ['app_blocked', 206, 350],
  ['not_secure', 207, 352],
  ['category_blocked', 209, 357],
  ['attribute_blocked', 210, 350],
  ['ad_type_blocked', 211, 350],
  ['deal_advertiser_not_allowed', 213, 356],
  ['group_fallen', 500, 300],
])('2.5: %s is loss %i to the bidder and status %i to the publisher', (loss, code, status) => {
  expect([lossCodeOf(loss), nonBidCodeOf(loss)]).toEqual([code, status]);
});
