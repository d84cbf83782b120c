import type { CandidateReason } from '#model/index.ts';
import { RefusedAddress } from './addressGuard.ts';

/** Why a call brought no text. */
export type FetchFailure = Extract<
  CandidateReason,
  'timeout' | 'http_error' | 'conn_error' | 'refused_address' | 'too_large' | 'empty'
>;

/** What a call brought. */
export type FetchResult = { ok: true; text: string } | { ok: false; reason: FetchFailure };

/** Why a call failed, by what the client threw. */
export function failureOf(error: unknown): FetchFailure {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (causes.some((cause) => cause instanceof RefusedAddress)) return 'refused_address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  if (/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  // Neither HTTP nor a compressed body that can be read.
  if (/^(HPE_|Z_|ERR__ERROR|ERR_BROTLI|ERR__|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/.test(code)) return 'http_error';
  return 'conn_error';
}
