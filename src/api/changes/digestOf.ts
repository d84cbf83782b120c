import { createHash } from 'node:crypto';

/** Names rows as they were seen: another digest says that one of them has changed, came or went. */
export function digestOf(rows: readonly { id: number; version: number }[]): string {
  return createHash('sha256')
    .update(rows.map(({ id, version }) => `${id}:${version}`).join())
    .digest('base64url');
}
