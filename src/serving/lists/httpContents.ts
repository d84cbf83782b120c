import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import type { WantedMembers } from '#engine/listSet.ts';
import { servingAuthorization } from '../controlPlane.ts';

/** Brings the contents of a list into a file. Throws when that cannot be done; the file is whole or not there. */
export type FetchContents = (
  wanted: Pick<WantedMembers, 'entity' | 'id' | 'hash'>,
  path: string,
  signal: AbortSignal,
) => Promise<void>;

/** Fetches contents from the control plane at a base URL, with the installation's secret. */
export function httpContents(baseUrl: string, secret: string): FetchContents {
  const authorization = servingAuthorization(secret);
  return async ({ entity, id, hash }, path, signal) => {
    const agent = new Agent({ bodyTimeout: 30_000, headersTimeout: 30_000, connect: { timeout: 5000 } });
    const temporary = `${path}.new`;
    try {
      const { statusCode, body } = await agent.request({
        origin: baseUrl,
        path: `/internal/lists/${entity}/${id}/${hash}`,
        method: 'GET',
        headers: { authorization },
        signal,
      });
      if (statusCode !== 200) throw new Error(`the control plane answered ${statusCode}`);
      await pipeline(body, createWriteStream(temporary, { mode: 0o600 }), { signal });
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
      await agent.destroy();
    }
  };
}
