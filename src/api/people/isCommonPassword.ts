import { createHash } from 'node:crypto';
import { commonPasswords } from './commonPasswords.ts';

/** Stored bytes of each hash. A password that is not in the list has one of its hashes with a chance of 1 in 10⁸. */
const size = 5;

/** Whether a password is in the list of common ones, or one character over and over, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  if (new Set(password.toLowerCase()).size === 1) return true;
  const hash = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, size);
  let [low, high] = [0, commonPasswords.length / size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = hash.compare(commonPasswords, middle * size, (middle + 1) * size);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
