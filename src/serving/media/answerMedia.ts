import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createRecentCache } from '#engine/recentCache.ts';
import { readManifest, type BundleManifest } from '#model/buying/bundleManifest.ts';
import { mediaTypeOf } from '#model/buying/mediaEndings.ts';
import type { MediaReader } from '#storage/media/cachedMedia.ts';
import { headersOf } from '#runtime/headers/headersOf.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { anyPage } from '../adtag/sendStatic.ts';
import { sendProblem } from '../http/sendResponse.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { MediaDeps } from './mediaDeps.ts';
import { readRange } from './readRange.ts';

interface Deps extends Pick<ServingDeps, 'logger'> {
  media: Pick<MediaDeps, 'files'>;
}

/** Maximum cached bundle manifests. */
const maxCachedManifests = 500;
/** Maximum size of a manifest. A bundle has at most 500 files. */
const maxManifestBytes = 512 * 1024;

/**
 * Answers GET /media/{sha256}.{ending} and /media/{sha256}/{path in a bundle}, in full or as a range. Responses are
 * public and immutable, since a name always stands for the same content. Unknown names get 404, whatever their path
 * tries.
 */
export function createAnswerMedia(deps: Deps): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { files } = deps.media;
  const manifests = createRecentCache<BundleManifest>(maxCachedManifests);
  return async (message, response) => {
    try {
      const file = await fileOf(files, manifests, message.url ?? '');
      const found = file && (await files.stat(file.name));
      if (!file || !found) return notFound(message, response);
      return await send(files, { ...file, bytes: found.bytes }, message, response);
    } catch (error) {
      deps.logger.warn(`A creative file could not be read: ${errorText(error)}`);
      if (response.headersSent) response.destroy();
      else sendProblem(message, response, 503, { code: 'unavailable', message: 'The file cannot be read right now' });
    }
    return undefined;
  };
}

const singleFile = /^\/media\/([0-9a-f]{64}\.[a-z0-9]{1,5})$/;
const bundleFile = /^\/media\/([0-9a-f]{64})\/(.*)$/;

/**
 * The stored name and media type of the file that a URL names; null for none. Bundle paths are looked up in the
 * manifest, never resolved in the file system.
 */
async function fileOf(
  files: MediaReader,
  manifests: { get(name: string): BundleManifest | undefined; set(name: string, manifest: BundleManifest): void },
  url: string,
): Promise<{ name: string; type: string } | null> {
  const [address = ''] = url.split(/[?#]/, 1);
  const single = singleFile.exec(address)?.[1];
  if (single !== undefined) return { name: single, type: mediaTypeOf(single) };
  const [, bundle, path = ''] = bundleFile.exec(address) ?? [];
  if (bundle === undefined) return null;
  let manifest = manifests.get(bundle);
  if (!manifest) {
    manifest = (await loadManifest(files, bundle)) ?? undefined;
    if (!manifest) return null;
    manifests.set(bundle, manifest);
  }
  const innerPath = decodePath(path) || 'index.html';
  const name = Object.hasOwn(manifest.files, innerPath) ? manifest.files[innerPath] : undefined;
  return name === undefined ? null : { name, type: mediaTypeOf(innerPath) };
}

async function loadManifest(files: MediaReader, name: string): Promise<BundleManifest | null> {
  const found = await files.stat(name);
  if (!found || found.bytes > maxManifestBytes) return null;
  const stream = await files.read(name);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return readManifest(Buffer.concat(chunks).toString('utf8'));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '-';
  }
}

async function send(
  files: MediaReader,
  { name, type, bytes }: { name: string; type: string; bytes: number },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const etag = `"${name.slice(0, 64)}"`;
  const headers: Record<string, string | number> = {
    ...anyPage,
    ...headersOf(/html|svg|xml/.test(type) ? 'mediaDocument' : 'media'),
    'access-control-expose-headers': 'content-length, content-range',
    'accept-ranges': 'bytes',
    etag,
  };
  const { range: rangeHeader, 'if-none-match': known = '', 'if-range': base } = message.headers;
  if (known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = base === undefined || base === etag ? readRange(rangeHeader, bytes) : null;
  if (range === 'none') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes}`, 'content-length': 0 }).end();
    return;
  }
  const length = range ? range.end - range.start + 1 : bytes;
  const fullHeaders = { ...headers, 'content-type': type, 'content-length': length };
  const partHeaders = range
    ? { ...fullHeaders, 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }
    : fullHeaders;
  const stream = message.method === 'HEAD' ? null : await files.read(name, range ?? undefined);
  if (message.method !== 'HEAD' && !stream) return notFound(message, response);
  response.writeHead(range ? 206 : 200, partHeaders);
  if (!stream) {
    response.end();
    return;
  }
  // Players often disconnect in the middle of a video, or before its file is open: that is not an error.
  await pipeline(stream, response)
    .catch((error: unknown) => {
      if (!response.destroyed && !message.destroyed) throw error;
    })
    // A pipeline into a closed response leaves its source open, and an open file that is collected ends the process.
    .finally(() => stream.destroy());
}

function notFound(message: IncomingMessage, response: ServerResponse): void {
  sendProblem(message, response, 404, { code: 'not_found', message: 'There is no such file' });
}
