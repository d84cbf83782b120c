import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { openFolderTarget } from './folderTarget.ts';

/** A file in a target. */
export interface TargetFile {
  name: string;
  bytes: number;
  /** Time of the put, in milliseconds since the epoch. */
  putAt: number;
}

/** The folders of a target: descriptions of backups, compressed contents by their SHA-256, and files of creatives. */
export type TargetFolder = 'backups' | 'objects' | 'media';

/** The place where backups are: a folder or a bucket. Names are `<folder>/<file>`. */
export interface BackupTarget {
  /** Copies a file there, whole or not at all. `sha256`: that of its bytes, hexadecimal. */
  put(name: string, path: string, sha256: string): Promise<void>;
  /** Its bytes; null when it does not exist. */
  read(name: string): Promise<Readable | null>;
  /** All files of a folder, in no order. */
  list(folder: TargetFolder): AsyncIterable<TargetFile>;
  /** Deletes a file if it exists. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The pattern of names. */
export const targetName = /^(?:backups|objects|media)\/[\w.-]+$/;

/** Whether a place of backups is a folder that does not exist, such as one of a disk that is not mounted. */
export function isMissingFolder(place: string): boolean {
  return !place.startsWith('s3:') && !existsSync(place);
}

/** Opens a target by the path of a folder or by s3://KEY:SECRET@host/bucket/prefix?region=…. */
export async function openBackupTarget(place: string): Promise<BackupTarget> {
  if (!place.startsWith('s3:')) return openFolderTarget(place);
  const { openBucket, readBucketUrl } = await import('../media/bucket.ts');
  const bucket = openBucket(readBucketUrl(place));
  return {
    put: (name, path, sha256) => bucket.put(name, path, { sha256, type: 'application/octet-stream' }),
    read: (name) => bucket.read(name),
    list: (folder) => bucket.list(`${folder}/`),
    remove: (name) => bucket.remove(name),
    close: () => bucket.close(),
  };
}

/** The SHA-256 of a file, hexadecimal. */
export async function sha256Of(source: string | Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(typeof source === 'string' ? createReadStream(source) : source, hash);
  return hash.digest('hex');
}
