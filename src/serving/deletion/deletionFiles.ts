import { createHash } from 'node:crypto';
import { createDeletionKey } from '#runtime/jwt/createDeletionKey.ts';
import { buildDsrdelete, buildJwks, jwksPath } from '#standards/deletion/dsrdelete.ts';
import type { TaggedJson } from '../http/sendResponse.ts';

/** Path that takes data deletion requests. */
export const deletionPath = '/data-deletion';

/** The files by which we take part in the Data Deletion Request Framework. */
export interface DeletionFiles {
  dsrdelete: TaggedJson;
  /** Our key set. */
  jwks: TaggedJson;
}

/**
 * Creates the files. `adsUrl`: public base URL of ad serving. The keys are derived from the secrets (hexadecimal): the
 * first signs, and the others are published because they signed earlier or will sign next.
 */
export function createDeletionFiles(adsUrl: string, secrets: readonly string[]): DeletionFiles {
  const publicKeys = secrets.map((secret) => createDeletionKey(secret).publicKey);
  return {
    dsrdelete: tagged(buildDsrdelete(`${adsUrl}${deletionPath}`, `${adsUrl}${jwksPath}`, publicKeys)),
    jwks: tagged(buildJwks(publicKeys)),
  };
}

function tagged(file: object): TaggedJson {
  const json = JSON.stringify(file);
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}
