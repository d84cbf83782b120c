import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** An upload that was taken: a file of its own, until somebody moves it. */
export interface Upload {
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Writes an upload to a file in a folder as it comes, and hands it to `use`; what is left of it then is removed. */
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
        // All of it or an error: a single write may take a part on a disk that is almost full.
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
