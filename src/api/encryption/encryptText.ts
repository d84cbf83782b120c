import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts a text with AES-256-GCM under a key of 32 bytes, base64. Gives the base64 of a fresh nonce of 12 bytes, the
 * ciphertext and its tag of 16 bytes, one after the other.
 */
export function encryptText(text: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
