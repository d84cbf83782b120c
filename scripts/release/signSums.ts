import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';

/** The checksums of files, in the format of sha256sum, by name. */
export function createSums(files: Readonly<Record<string, Buffer>>): string {
  const lines = Object.entries(files).map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  return lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('');
}

/** Reads a private key (PEM). Throws an Error that says why it cannot sign a release. */
export function readSigningKey(pem: string, passphrase: string | undefined): KeyObject {
  let key;
  try {
    key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The key of the release cannot be read: ${cause}. It is a private key in PEM; RELEASE_KEY_PASSPHRASE decrypts it.`,
      { cause: error },
    );
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`The key of the release is ${key.asymmetricKeyType}; it has to be Ed25519.`);
  return key;
}

/** The Ed25519 signature of checksums, 64 bytes. */
export function signSums(sums: string, key: KeyObject): Buffer {
  return sign(null, Buffer.from(sums), key);
}

/** SHA-256 of the public key of a key (DER, SPKI), by which people compare keys. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
