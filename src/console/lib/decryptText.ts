import { gcm } from '@noble/ciphers/aes.js';

const nonceBytes = 12;

/**
 * Decrypts a text that the server encrypted with AES-256-GCM: base64 of nonce, ciphertext and tag, under a base64 key
 * of 32 bytes. Throws when it was modified. Web Crypto is not used, as it needs a secure context, and a console inside
 * a company's network may not be one.
 */
export function decryptText(encrypted: string, key: string): string {
  const bytes = fromBase64(encrypted);
  const decrypted = gcm(fromBase64(key), bytes.subarray(0, nonceBytes)).decrypt(bytes.subarray(nonceBytes));
  return new TextDecoder('utf-8', { fatal: true }).decode(decrypted);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
