import type { CandidateReason } from '#model/index.ts';
import { RejectedAddress } from './addressGuard.ts';

/** Why a call returned no text. */
export type FetchFailure = Extract<
  CandidateReason,
  'timeout' | 'http_error' | 'conn_error' | 'refused_address' | 'too_large' | 'empty' | 'encoding'
>;

/** The result of a call. */
export type FetchResult = { ok: true; text: string } | { ok: false; reason: FetchFailure };

/** Maps the HTTP client's error to the reason of the failure. */
export function failureOf(error: unknown): FetchFailure {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (causes.some((cause) => cause instanceof RejectedAddress)) return 'refused_address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  // The response is not HTTP, or its compressed body is unreadable.
  if (/^(HPE_|Z_|ERR__ERROR|ERR_BROTLI|ERR__|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) return 'http_error';
  return 'conn_error';
}
