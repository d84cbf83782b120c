import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createRecentCache } from '#engine/recentCache.ts';

/**
 * Hides URLs of others in URLs of ours. A bidder's notice carries what it pays, which is the account's business: what
 * pages and players see of it is a sealed text, and whoever brings it back makes us call what is inside.
 */
export interface UrlSealer {
  /** A text that stands in a path. `at` in milliseconds. */
  seal(url: string, at: number): string;
  /** The URL inside: null for texts that are forged, too old, or open once and were opened before. */
  open(sealed: string, now: number): string | null;
}

/** What is sealed: each with a key of its own, so that none opens as another. Notices open once, the others as often as they come. */
export type SealPurpose = 'notices' | 'clicks' | 'previews';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const timeBytes = 6;

/** Texts that are known to have been opened; older ones may be opened again. */
const maxRememberedTexts = 50_000;

/** A sealer with a key that is derived from a secret in hexadecimal. What is older than `lifetimeMs` stays closed. */
export function createUrlSealer({
  secret,
  lifetimeMs,
  use = 'notices',
}: {
  secret: string;
  lifetimeMs: number;
  use?: SealPurpose;
}): UrlSealer {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', use, 32));
  // Players call an impression twice now and then: a bidder bills what it hears.
  const opened = use === 'notices' ? createRecentCache<true>(maxRememberedTexts) : null;
  return {
    seal(url, at) {
      const iv = randomBytes(ivBytes);
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(at, 0, timeBytes);
      const aead = createCipheriv(cipher, key, iv);
      const contents = Buffer.concat([aead.update(time), aead.update(url, 'utf8'), aead.final()]);
      return Buffer.concat([iv, aead.getAuthTag(), contents]).toString('base64url');
    },
    open(sealed, now) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= ivBytes + tagBytes + timeBytes) return null;
      try {
        const aead = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
        aead.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const contents = Buffer.concat([aead.update(bytes.subarray(ivBytes + tagBytes)), aead.final()]);
        if (now - contents.readUIntBE(0, timeBytes) > lifetimeMs) return null;
        const iv = bytes.toString('latin1', 0, ivBytes);
        if (opened?.get(iv)) return null;
        opened?.set(iv, true);
        return contents.subarray(timeBytes).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
