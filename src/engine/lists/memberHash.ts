/** A 64-bit hash as two unsigned 32-bit numbers; never two zeros. */
export interface MemberHash {
  high: number;
  low: number;
}

/**
 * Hashes a member into `into`. Among 1,000,000 members, two collide with a probability of 1 in 37 million; a value
 * outside the list collides with a given member with a probability of 1 in 18 billion billion.
 */
export function hashMember(value: string, into: MemberHash): void {
  let high = 0x9e3779b9 ^ value.length;
  let low = 0x7f4a7c15;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    high = (high << 13) | (high >>> 19);
    low = Math.imul(low + unit, 0xc2b2ae35) ^ high;
    low = (low << 17) | (low >>> 15);
  }
  into.high = mixed(high ^ Math.imul(low, 0x27d4eb2f)) >>> 0;
  into.low = mixed(low ^ Math.imul(into.high, 0x165667b1)) >>> 0;
  if (into.high === 0 && into.low === 0) into.low = 1;
}

/** Mixes all bits (a finalizer). */
function mixed(bits: number): number {
  let value = bits ^ (bits >>> 16);
  value = Math.imul(value, 0x7feb352d);
  value ^= value >>> 15;
  value = Math.imul(value, 0x846ca68b);
  return value ^ (value >>> 16);
}
