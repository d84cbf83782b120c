import type { Readable } from 'node:stream';

/** Something in the store. */
export interface StoredMedia {
  name: string;
  bytes: number;
  /** When it was last put, in milliseconds since the epoch. */
  putAt: number;
}

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of creatives under names that their content gives them: its SHA-256 in hexadecimal, and an ending where it is a
 * single file. What has a name never changes.
 */
export interface MediaStore {
  /** Puts the file at a path under a name, whole or not at all; the file is the store's from then on. One that is there already counts as put anew. */
  put(name: string, path: string): Promise<void>;
  /** Null when it is not there. */
  stat(name: string): Promise<Omit<StoredMedia, 'name'> | null>;
  /** Its bytes, or those of a range that lies in it; null when it is not there. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Everything that is there, in no order. */
  list(): AsyncIterable<StoredMedia>;
  /** Removes it, if it is there. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** What names look like. */
export const mediaName = /^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/;
