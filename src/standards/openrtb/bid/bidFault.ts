/** Why a bid is invalid, by itself or against the offer (2.4). */
export type BidFault =
  /** A field is missing or its shape violates the standard. */
  | 'malformed'
  /** Another bid of its group was rejected, and the group wins or loses as a whole. */
  | 'group_fallen'
  | 'imp_unknown'
  | 'currency_not_accepted'
  /** No price, or zero without a deal. */
  | 'price_missing'
  | 'crid_missing'
  | 'markup_missing'
  /** The media type cannot be determined among those offered. */
  | 'media_type_unknown'
  | 'media_type_not_offered'
  /** The markup is of another media type than the bid declares. */
  | 'markup_mismatch'
  | 'seat_not_allowed'
  | 'seat_blocked'
  | 'deal_unknown'
  /** The imp is sold by deals only. */
  | 'deal_required'
  | 'deal_seat_not_allowed'
  | 'deal_advertiser_not_allowed'
  /** An unreadable domain, where domains decide. */
  | 'advertiser_malformed'
  | 'advertiser_blocked'
  | 'category_blocked'
  | 'category_not_allowed'
  | 'app_blocked'
  | 'attribute_blocked'
  | 'ad_type_blocked'
  | 'language_not_allowed'
  | 'size_not_offered'
  | 'not_secure'
  | 'duration_not_offered'
  | 'protocol_not_offered'
  | 'api_not_offered'
  /** A linear ad where only overlays are asked for, or an overlay where they are not. */
  | 'linearity_not_offered'
  /** No media file of a type, bitrate and delivery that are offered. */
  | 'file_not_offered'
  /** A companion that the ad requires has no place of its size and type. */
  | 'companion_not_offered'
  | 'native_malformed'
  | 'native_asset_missing'
  /** A native asset, or its content, is of another kind or type than the one requested under its ID. */
  | 'native_asset_not_requested'
  | 'native_text_too_long'
  /** The assets are behind a URL, which the request does not support. */
  | 'native_url_not_supported';
