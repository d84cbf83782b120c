import { createHash } from 'node:crypto';
import type { securityEvents } from './securityTables.ts';

/** An event as it is stored. */
export type SecurityEventRow = typeof securityEvents.$inferSelect;

/** The hashed fields, in this order. A field that a later release adds must be hashed under a new version. */
const hashedFields = [
  'seq',
  'at',
  'type',
  'outcome',
  'userId',
  'userName',
  'userLogin',
  'userType',
  'adminId',
  'adminName',
  'demandId',
  'keyId',
  'ip',
  'userAgent',
  'requestId',
  'subjectEntity',
  'subjectId',
  'subjectName',
  'details',
] as const satisfies readonly (keyof SecurityEventRow)[];

/** Version of the canonical form. */
const formVersion = 1;

/**
 * SHA-256 of an event, hexadecimal: of the JSON array [1, hash of the event before it, its fields in their order], with
 * the keys of objects sorted and without spaces.
 */
export function hashOfEvent(event: Omit<SecurityEventRow, 'hash'>): string {
  const form = [formVersion, event.previousHash, ...hashedFields.map((field) => event[field])];
  return createHash('sha256').update(canonicalJson(form)).digest('hex');
}

/** JSON without spaces, with the keys of objects sorted. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
