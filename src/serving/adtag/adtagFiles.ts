import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A file as it is sent: compressed once. */
export interface StaticFile {
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** Without quotes; each coding of the file has its own. */
  etag: string;
}

/** The built files of the browser SDK; null where they are not built. */
export interface AdtagFiles {
  script: StaticFile | null;
  /** The page that banners are shown in where a page's own frames may not run their scripts. */
  frame: StaticFile | null;
  /** The script of the pages that show creatives in the console. */
  preview: StaticFile | null;
}

/** Reads the built SDK. */
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
