import type { Readable } from 'node:stream';

/** A file in the store. */
export interface StoredMedia {
  name: string;
  bytes: number;
  /** Time of the last put, in milliseconds since the epoch. */
  putAt: number;
}

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files of creatives under content-based names: SHA-256 in hexadecimal, with an extension for single files. A named
 * file never changes.
 */
export interface MediaStore {
  /**
   * Moves the file at a path into the store under a name, whole or not at all. An existing file counts as put again.
   */
  put(name: string, path: string): Promise<void>;
  /** Null when the file does not exist. */
  stat(name: string): Promise<Omit<StoredMedia, 'name'> | null>;
  /** Its bytes, or those of a range inside it; null when the file does not exist. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** All files, in no order. */
  list(): AsyncIterable<StoredMedia>;
  /** Deletes a file if it exists. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The pattern of names. */
export const mediaName = /^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/;
