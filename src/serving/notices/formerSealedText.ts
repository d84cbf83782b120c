import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { OpenedText, SealPurpose } from './urlSealer.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const timeBytes = 6;

/**
 * Returns a function that opens what the earlier version sealed: base64url of nonce, tag, and time and text encrypted by
 * AES-256-GCM. It returns null for a forged text.
 */
export function createFormerOpener(secret: string, use: SealPurpose): (sealed: string) => OpenedText | null {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', use, 32));
  return (sealed) => {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= ivBytes + tagBytes + timeBytes) return null;
    try {
      const aead = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
      aead.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const contents = Buffer.concat([aead.update(bytes.subarray(ivBytes + tagBytes)), aead.final()]);
      return {
        nonce: bytes.toString('latin1', 0, ivBytes),
        at: contents.readUIntBE(0, timeBytes),
        text: contents.toString('utf8', timeBytes),
      };
    } catch {
      return null;
    }
  };
}
