import { expect, test } from 'vitest';
import { identifierFault, isListed } from './deletionIdentifier.ts';
import { deletionResult, isSuccess } from './deletionResult.ts';

test.each([
  ['or', 'domain_connection_failed', 2, 11_101, 'or_domain_connection_failed'],
  ['rq', 'dsrdelete_file_not_found', 2, 11_202, 'rq_dsrdelete_file_not_found'],
  ['or', 'jwksuri_not_found', 2, 11_103, 'or_jwksuri_not_found'],
  ['rq', 'jwks_keys_file_not_found', 2, 11_204, 'rq_jwks_keys_file_not_found'],
  ['rq', 'jwks_kid_not_found', 2, 11_205, 'rq_jwks_kid_not_found'],
  ['or', 'alg_claim_mismatch', 2, 12_101, 'or_alg_claim_mismatch'],
  ['rq', 'malformed', 1, 13_201, 'rq_invalid_token'],
  ['or', 'invalid_token', 3, 13_101, 'or_invalid_token'],
  ['rq', 'invalid_token_signature', 2, 13_202, 'rq_invalid_token_signature'],
  ['or', 'invalid_token_timestamp', 6, 13_103, 'or_invalid_token_timestamp'],
  ['or', 'invalid_token_timestamp_future', 6, 13_104, 'or_invalid_token_timestamp'],
  ['rq', 'invalid_token_timestamp_future', 6, 13_204, 'rq_invalid_token_timestamp_future'],
  ['rq', 'invalid_timestamp_sequence', 6, 13_205, 'rq_invalid_timestamp_sequence'],
  ['rq', 'unsupported_identifier_type', 4, 14_201, 'rq_unsupported_identifier_type'],
  ['rq', 'unsupported_identifier_format', 5, 14_202, 'rq_unsupported_identifier_format'],
  ['rq', 'incorrect_identifier_format', 5, 14_203, 'rq_incorrect_identifier_format'],
] as const)('Result Codes: %s %s is %d in 1.0 and %d in 2.0', (token, fault, v1, v2, raResultString) => {
  expect(deletionResult({ token, fault }, '1.0')).toEqual({ raResultCode: v1, raResultString });
  expect(deletionResult({ token, fault }, '2.0')).toEqual({ raResultCode: v2, raResultString });
  expect([v1, v2].some(isSuccess)).toBe(false);
});

test('Result Codes: an accepted request is 0 in 1.0 and 10000 in 2.0', () => {
  expect(deletionResult(null, '1.0').raResultCode).toBe(0);
  expect(deletionResult(null, '2.0').raResultCode).toBe(10_000);
  expect([0, 10_000].every(isSuccess)).toBe(true);
});

const value = '3F2B8C1D-6A5E-4F70-9B21-0C4D8E7A1B36';

test.each([
  ['idfa', 'plaintext', value, null],
  ['RIDA', 'Plaintext', value.toLowerCase(), null],
  ['email', 'sha256', value, 'unsupported_identifier_type'],
  ['constructor', 'plaintext', value, 'unsupported_identifier_type'],
  ['idfa', 'sha256', value, 'unsupported_identifier_format'],
  ['idfa', 'plaintext', 'accept-language', 'incorrect_identifier_format'],
  ['idfa', 'plaintext', '00000000-0000-0000-0000-000000000000', 'incorrect_identifier_format'],
  ['idfa', 'plaintext', `${value}\n`, 'incorrect_identifier_format'],
])('Identifiers: %s as %s with the value %j', (type, format, given, fault) => {
  expect(identifierFault({ type, format, value: given })).toBe(fault);
});

test('Identifiers: a participant takes those types and formats that it lists', () => {
  const listed = [{ id: 1, type: 'IDFA', format: 'plaintext' }];
  expect(isListed({ type: 'idfa', format: 'Plaintext' }, listed)).toBe(true);
  expect(isListed({ type: 'idfa', format: 'sha256' }, listed)).toBe(false);
  expect(isListed({ type: 'aaid', format: 'plaintext' }, listed)).toBe(false);
});
