import { createCipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts a text with AES-256-GCM and a key of 32 bytes (base64). Returns base64 of a fresh 12-byte nonce, the
 * ciphertext and the 16-byte tag, concatenated.
 */
export function encryptText(text: string, key: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}
