import { createHash } from 'node:crypto';

/** A digest of rows and their versions: it differs once a row was changed, added or removed. */
export function digestOf(rows: readonly { id: number; version: number }[]): string {
  return createHash('sha256')
    .update(rows.map(({ id, version }) => `${id}:${version}`).join())
    .digest('base64url');
}
