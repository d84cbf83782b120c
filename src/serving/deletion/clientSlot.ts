import { randomBytes } from 'node:crypto';
import { hashMember, type MemberHash } from '#engine/lists/memberHash.ts';
import { addressGroup } from '#runtime/addressGroup.ts';

/** Numbers of clients; each takes memory of the limiter. */
const slots = 16_384;
/** Prevents anyone from choosing an address that shares the slot of another client. */
const salt = randomBytes(8).toString('hex');
const hash: MemberHash = { high: 0, low: 0 };

/** The number, below 16,384, under which a client's requests are limited; an IPv6 network (/64) has one. */
export function clientSlot(address: string): number {
  hashMember(salt + addressGroup(address), hash);
  return hash.low % slots;
}
