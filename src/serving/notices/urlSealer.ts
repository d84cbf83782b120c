import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createRecentCache } from '#engine/recentCache.ts';

/**
 * Hides third-party URLs inside our URLs. A bidder's notice contains its price, which is the account's business: pages
 * and players see only a sealed text, and when they call it we call the URL inside.
 */
export interface UrlSealer {
  /** Seals a URL as text that fits into a path. `at` in milliseconds. */
  seal(url: string, at: number): string;
  /** The URL inside; null for texts that are forged, expired, or single-use and already opened. */
  open(sealed: string, now: number): string | null;
}

/**
 * The purposes of sealed texts. Each has its own key, so that none opens as another. Notices open once, the others any
 * number of times.
 */
export type SealPurpose = 'notices' | 'clicks' | 'previews';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const timeBytes = 6;

/** Maximum opened texts that are remembered. Older ones could be opened again. */
const maxRememberedTexts = 50_000;

/** Creates a sealer with a key derived from a secret in hexadecimal. Texts older than `lifetimeMs` (ms) do not open. */
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
  // Players sometimes call an impression twice, and a bidder bills every notice.
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
