import { join } from 'node:path';
import { cachedMedia, type MediaReader } from './cachedMedia.ts';
import { openDiskMedia } from './openDiskMedia.ts';
import type { MediaStore } from './mediaStore.ts';

/**
 * Opens the media store of an installation: its bucket, or else a folder in its data folder. The bucket client is only
 * loaded when needed.
 */
export async function openMedia(dataDir: string, url: string | undefined): Promise<MediaStore> {
  if (url === undefined) return openDiskMedia(join(dataDir, 'media'));
  const [{ openS3Media }, { readBucketUrl }] = await Promise.all([import('./s3Media.ts'), import('./bucket.ts')]);
  return openS3Media(readBucketUrl(url));
}

/** Folder of uploads that are not in the store yet; on the file system of the data folder. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/**
 * Opens the store for ad serving: directly from disk, or from a bucket through a cache folder of so many MB. `onRead` is
 * called for every read of the cache.
 */
export async function openMediaReader(
  dataDir: string,
  { url, cacheMb, onRead }: { url: string | undefined; cacheMb: number; onRead?: (isHit: boolean) => void },
): Promise<MediaReader> {
  const store = await openMedia(dataDir, url);
  if (url === undefined) return store;
  return cachedMedia(store, { folder: join(dataDir, 'media-cache'), maxBytes: cacheMb * 1024 * 1024, onRead });
}
