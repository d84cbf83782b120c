import type { DeletionFault } from './deletionResult.ts';

/** An identifier whose data is to be deleted. */
export interface DeletionIdentifier {
  /** As a dsrdelete.json lists it: idfa. */
  type: string;
  /** plaintext, sha256 … */
  format: string;
  value: string;
}

/** An entry of `identifiers` in a dsrdelete.json. */
export interface SupportedIdentifier {
  id: number;
  type: string;
  format: string;
}

/**
 * Types of device IDs, as in the IAB Tech Lab's guidelines for identifiers for advertising (`ifa_type`), with the Apple
 * identifier for vendors and `ifa` for any of them.
 */
const deviceIdTypes = ['ifa', 'aaid', 'afai', 'idfa', 'idfv', 'lgudid', 'msai', 'rida', 'tifa', 'vida'] as const;
const plaintext = 'plaintext';

/** The identifiers that we can act on: device IDs as they are. Hashed ones match nothing that is stored. */
export const supportedIdentifiers: readonly SupportedIdentifier[] = deviceIdTypes.map((type, index) => ({
  id: index + 1,
  type,
  format: plaintext,
}));

/** Why an identifier cannot be acted on; null if it can. Device IDs are UUIDs, and zeros are no ID. */
export function identifierFault({ type, format, value }: DeletionIdentifier): DeletionFault | null {
  if (!deviceIdTypes.some((each) => each === type.toLowerCase())) return 'unsupported_identifier_type';
  if (format.toLowerCase() !== plaintext) return 'unsupported_identifier_format';
  const isDeviceId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) && /[^0-]/.test(value);
  return isDeviceId ? null : 'incorrect_identifier_format';
}

/** Whether a participant's list of identifiers includes the type and format of this one. */
export function isListed(
  { type, format }: Pick<DeletionIdentifier, 'type' | 'format'>,
  listed: readonly SupportedIdentifier[],
): boolean {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return listed.some((each) => isSame(each.type, type) && isSame(each.format, format));
}
