import { createSigningKey, type SigningKey } from './createSigningKey.ts';

/** The key that signs data deletion requests and acknowledgements. `secret`: the installation's, hexadecimal. */
export function createDeletionKey(secret: string): SigningKey {
  return createSigningKey(secret, 'deletion requests');
}
