import type { DeletionVersion } from './deletionVersion.ts';

/** The token at fault: that of the 1st party (orJWT, in 1.0 idJWT), or the request (rqJWT). */
export type DeletionToken = 'or' | 'rq';

/** Why a deletion request is refused. Those about the identifier concern the request alone. */
export type DeletionFault =
  | 'domain_connection_failed'
  | 'dsrdelete_file_not_found'
  | 'jwksuri_not_found'
  | 'jwks_keys_file_not_found'
  | 'jwks_kid_not_found'
  | 'alg_claim_mismatch'
  | 'malformed'
  | 'invalid_token'
  | 'invalid_token_signature'
  | 'invalid_token_timestamp'
  | 'invalid_token_timestamp_future'
  | 'invalid_timestamp_sequence'
  | 'unsupported_identifier_type'
  | 'unsupported_identifier_format'
  | 'incorrect_identifier_format';

/** A rejection: its token and its reason. */
export interface DeletionRejection {
  token: DeletionToken;
  fault: DeletionFault;
}

/** The claims with which an acknowledgement (acJWT) states the result of a request. */
export interface DeletionResult {
  raResultCode: number;
  raResultString: string;
}

/**
 * Codes of version 1.0, and the last three digits of those of 2.0, whose first two are the group. Version 2.0 has no code
 * for missing claims: such tokens are invalid. Its table names 13104 like 13103.
 */
const codes: Readonly<
  Record<DeletionFault, { v1: number; group: number; number: number; name?: string; orName?: string }>
> = {
  domain_connection_failed: { v1: 2, group: 11, number: 1 },
  dsrdelete_file_not_found: { v1: 2, group: 11, number: 2 },
  jwksuri_not_found: { v1: 2, group: 11, number: 3 },
  jwks_keys_file_not_found: { v1: 2, group: 11, number: 4 },
  jwks_kid_not_found: { v1: 2, group: 11, number: 5 },
  alg_claim_mismatch: { v1: 2, group: 12, number: 1 },
  malformed: { v1: 1, group: 13, number: 1, name: 'invalid_token' },
  invalid_token: { v1: 3, group: 13, number: 1 },
  invalid_token_signature: { v1: 2, group: 13, number: 2 },
  invalid_token_timestamp: { v1: 6, group: 13, number: 3 },
  invalid_token_timestamp_future: { v1: 6, group: 13, number: 4, orName: 'invalid_token_timestamp' },
  invalid_timestamp_sequence: { v1: 6, group: 13, number: 5 },
  unsupported_identifier_type: { v1: 4, group: 14, number: 1 },
  unsupported_identifier_format: { v1: 5, group: 14, number: 2 },
  incorrect_identifier_format: { v1: 5, group: 14, number: 3 },
};

/** The result of a request in a version of the framework (Result Codes); null = it was accepted. */
export function deletionResult(rejection: DeletionRejection | null, version: DeletionVersion): DeletionResult {
  if (!rejection) return { raResultCode: version === '1.0' ? successV1 : successV2, raResultString: 'success' };
  const { token, fault } = rejection;
  const { v1, group, number, name = fault, orName = name } = codes[fault];
  const code = group * 1000 + (token === 'or' ? 100 : 200) + number;
  return {
    raResultCode: version === '1.0' ? v1 : code,
    raResultString: token === 'or' ? `or_${orName}` : `rq_${name}`,
  };
}

const successV1 = 0;
const successV2 = 10_000;

/**
 * Whether a request that was refused with this code, of either version, may be accepted later: after an unknown error
 * (2.0, 10010), or when the partner could not read our keys (2.0, 111xx and 112xx; 1.0, 2, which other faults share).
 */
export function mayBeAcceptedLater(code: number): boolean {
  return code === 2 || code === 10_010 || (code >= 11_000 && code < 12_000);
}

/** Whether a result code of either version says that the request was accepted. */
export function isSuccess(code: number): boolean {
  return code === successV1 || code === successV2;
}
