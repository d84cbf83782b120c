import { readFileSync } from 'node:fs';

/** Version of the product, as in its package.json. The source and the build are equally deep below it. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
