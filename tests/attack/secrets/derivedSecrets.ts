import { createHmac, hkdfSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const source = resolve(import.meta.dirname, '../../../src');
const encodings = ['hex', 'base64', 'base64url'] as const;

/** Every text in the source files that derive keys, which includes the purposes of all keys. */
function keyPurposes(): string[] {
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .filter((text) => /\b(createHmac|hkdfSync)\(/.test(text))
    .flatMap((text) => [...text.matchAll(/'([^'\n]{3,80})'/g)].map(([, literal = '']) => literal));
  return [...new Set(texts)];
}

/** An installation's secret and the keys derived from it, in every encoding. */
export function derivedSecrets(secret: string): string[] {
  const bytes = Buffer.from(secret, 'hex');
  const found = encodings.map((encoding) => bytes.toString(encoding));
  for (const purpose of keyPurposes()) {
    for (const key of [secret, bytes]) {
      for (const algorithm of ['sha1', 'sha256', 'sha512']) {
        const mac = createHmac(algorithm, key).update(purpose).digest();
        found.push(...encodings.map((encoding) => mac.toString(encoding)));
      }
    }
    const derived = Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32));
    found.push(...encodings.map((encoding) => derived.toString(encoding)));
  }
  return found;
}
