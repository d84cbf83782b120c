import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A static file with its compressed forms, compressed once. */
export interface StaticFile {
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** Without quotes. Each content coding appends its own suffix. */
  etag: string;
}

/** The built files of the browser SDK; null where they are not built. */
export interface AdtagFiles {
  script: StaticFile | null;
  /** The page that shows banners where the publisher's page does not allow scripts in its own frames. */
  frame: StaticFile | null;
  /** The script of the preview pages that the console embeds. */
  preview: StaticFile | null;
}

/** Reads the built SDK from a folder. A file that is missing is null. */
export async function readAdtagFiles(folder: string): Promise<AdtagFiles> {
  const names = ['adtag.js', 'frame.html', 'preview.js'];
  const [script, frame, preview] = await Promise.all(names.map((name) => readStatic(join(folder, name))));
  return { script: script ?? null, frame: frame ?? null, preview: preview ?? null };
}

const [gzipAsync, brotliAsync] = [promisify(gzip), promisify(brotliCompress)];

async function readStatic(path: string): Promise<StaticFile | null> {
  let plain: Buffer;
  try {
    plain = await readFile(path);
  } catch {
    return null;
  }
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzip: await gzipAsync(plain, { level: 9 }), brotli: await brotliAsync(plain), etag };
}
