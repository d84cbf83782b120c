/** What is wrong with a bid by itself or against what was offered (2.4). */
export type BidFault =
  /** A field is missing or of another shape than the standard's. */
  | 'malformed'
  /** Another bid of its group fell, and the group stands or falls as a whole. */
  | 'group_fallen'
  | 'imp_unknown'
  | 'currency_not_accepted'
  /** No price, or zero without a deal. */
  | 'price_missing'
  | 'crid_missing'
  | 'markup_missing'
  /** Nothing tells which of the offered forms the bid is of. */
  | 'media_type_unknown'
  | 'media_type_not_offered'
  /** The markup is of another form than the bid says. */
  | 'markup_mismatch'
  | 'seat_not_allowed'
  | 'seat_blocked'
  | 'deal_unknown'
  /** The impression is sold by deals only. */
  | 'deal_required'
  | 'deal_seat_not_allowed'
  | 'deal_advertiser_not_allowed'
  /** A domain that cannot be read, where domains decide. */
  | 'advertiser_malformed'
  | 'advertiser_blocked'
  | 'category_blocked'
  | 'category_not_allowed'
  | 'app_blocked'
  | 'attribute_blocked'
  | 'ad_type_blocked'
  | 'size_not_offered'
  | 'not_secure'
  | 'duration_not_offered'
  | 'protocol_not_offered'
  | 'api_not_offered'
  | 'native_malformed'
  | 'native_asset_missing';
