import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A received upload: a temporary file until it is moved. */
export interface Upload {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Writes an upload to a temporary file as it arrives, passes it to `use`, and then removes what is left of it. */
export async function processUpload<T>(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(path, 'wx');
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        // Writes everything or throws: a single write may be partial on an almost full disk.
        await file.appendFile(chunk);
      }
    } finally {
      await file.close();
    }
    return await use({ path, bytes, sha256: hash.digest('hex') });
  } finally {
    await rm(path, { force: true });
  }
}
