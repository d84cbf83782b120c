import { randomFillSync } from 'node:crypto';

/** Length of a nonce in bytes. */
export const nonceBytes = 12;

/** Unused random bytes: one system call fills many nonces. */
const pool = Buffer.alloc(nonceBytes * 512);
let poolAt = pool.length;

/** Creates a nonce: 12 random bytes as 16 characters of base64url. */
export function newNonce(): string {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += nonceBytes;
  return pool.toString('base64url', poolAt - nonceBytes, poolAt);
}
