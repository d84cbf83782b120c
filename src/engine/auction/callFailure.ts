import type { CandidateReason } from '#model/index.ts';
import type { BidFault } from '#standards/openrtb/bid/bidFault.ts';

/** The reasons why a call returned no text. */
export type CallFailure = Extract<
  CandidateReason,
  'timeout' | 'http_error' | 'conn_error' | 'refused_address' | 'too_large' | 'empty' | 'invalid_bid' | 'encoding'
>;

/** The reasons why a wrapper chain has no usable ad. */
export type ChainFailure = CallFailure | Extract<CandidateReason, 'invalid_xml' | 'wrapper_limit' | 'no_media'>;

/** VAST error codes reported to the wrappers of a failed chain, by failure (standards 1.4, 1.6). */
export const chainErrorCodes: Record<ChainFailure, number> = {
  timeout: 301,
  http_error: 301,
  conn_error: 301,
  refused_address: 301,
  too_large: 300,
  empty: 303,
  invalid_bid: 900,
  invalid_xml: 100,
  wrapper_limit: 302,
  no_media: 403,
  encoding: 100,
};

const noFile = 403;
const noResource = 503;
const noCompanion = 602;

/** VAST error codes of ads that do not fit what was asked (VAST 4.3, 2.3.6.3), linear and overlays. */
const adErrorCodes: Partial<Record<BidFault, readonly [linear: number, overlay: number]>> = {
  linearity_not_offered: [201, 201],
  duration_not_offered: [202, 202],
  file_not_offered: [noFile, noResource],
  api_not_offered: [noFile, noResource],
  companion_not_offered: [noCompanion, noCompanion],
};

/** The code of an ad type that was not expected, or that cannot be shown. */
const unexpected: readonly [number, number] = [200, 200];

/** The VAST error code of an ad that does not fit what was asked. */
export function adErrorCode(fault: BidFault, isOverlay: boolean): number {
  return (adErrorCodes[fault] ?? unexpected)[isOverlay ? 1 : 0];
}
