import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WantedMembers } from '#engine/lists/listSet.ts';
import type { ControlPlane } from '../snapshot/controlPlane.ts';

/** Downloads the members of a list into a file. Throws on failure. The file is either complete or absent. */
export type FetchContents = (
  wanted: Pick<WantedMembers, 'entity' | 'id' | 'hash'>,
  path: string,
  signal: AbortSignal,
) => Promise<void>;

const idleTimeoutMs = 30_000;

/** Fetches list members from the control plane. */
export function httpContents(plane: Pick<ControlPlane, 'read'>): FetchContents {
  return async ({ entity, id, hash }, path, signal) => {
    const temporary = `${path}.new`;
    try {
      const contents = plane.read(`/internal/lists/${entity}/${id}/${hash}`, { signal, idleTimeoutMs });
      await pipeline(contents, createWriteStream(temporary, { mode: 0o600 }), { signal });
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  };
}
