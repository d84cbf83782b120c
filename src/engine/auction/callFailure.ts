import type { CandidateReason } from '#model/index.ts';

/** The reasons why a call returned no text. */
export type CallFailure = Extract<
  CandidateReason,
  'timeout' | 'http_error' | 'conn_error' | 'refused_address' | 'too_large' | 'empty' | 'invalid_bid'
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
};
