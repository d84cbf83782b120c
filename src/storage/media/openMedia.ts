import { join } from 'node:path';
import { cachedMedia, type MediaReader } from './cachedMedia.ts';
import { openDiskMedia } from './diskMedia.ts';
import type { MediaStore } from './mediaStore.ts';

/** Opens where the media of an installation are: in its bucket, or else under its data folder. The client of buckets is loaded where there is one. */
export async function openMedia(dataDir: string, url: string | undefined): Promise<MediaStore> {
  if (url === undefined) return openDiskMedia(join(dataDir, 'media'));
  const { openS3Media, readBucketUrl } = await import('./s3Media.ts');
  return openS3Media(readBucketUrl(url));
}

/** Where uploads are until they are in the store; on the file system of the data folder. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Opens the same for ad serving: from disk as it is, from a bucket by way of a folder that keeps up to so many MB. */
export async function openMediaReader(
  dataDir: string,
  { url, cacheMb }: { url: string | undefined; cacheMb: number },
): Promise<MediaReader> {
  const store = await openMedia(dataDir, url);
  if (url === undefined) return store;
  return cachedMedia(store, { folder: join(dataDir, 'media-cache'), maxBytes: cacheMb * 1024 * 1024 });
}
