import { timingSafeEqual } from 'node:crypto';
import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { BidCache, CachedValue } from './bidCache.ts';
import { newCacheId, readCacheId, secretBytes, type CachePlace } from './cacheId.ts';

/** Options of a cache in files. */
export interface FileBidCacheOptions {
  folder: string;
  /** Number of the ad-serving process, 0 to 255: it alone writes the files with this number. */
  slot: number;
  /** Maximum bytes of the files that this process writes. */
  maxBytes: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The values of a file expire in the same period, and are deleted together. */
const periodMs = 300_000;
/** Values start at a multiple of it. */
const blockBytes = 16;
const maxFileBytes = blockBytes * 2 ** 28;
/** A value is its secret, the length of its text in bytes (u32, little-endian), its type, its text. */
const headBytes = secretBytes + 5;
/** Bytes that are read at once: most values. */
const readBytes = 8192;
const types = ['json', 'xml'] as const;

/** A file that is being written. */
interface OpenFile {
  fd: number;
  size: number;
}

/** A cache in files. */
export interface FileBidCache extends BidCache {
  /** Deletes the files whose values have all expired, of former processes too. It is called regularly. */
  deleteExpired(): Promise<void>;
}

/**
 * Opens a cache in files that all processes of a machine share: each writes its own and reads all. Values survive a
 * restart of the processes, but not necessarily a power cut.
 */
export function openFileBidCache({ folder, slot, maxBytes, now }: FileBidCacheOptions): FileBidCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = new Map<number, OpenFile>();
  const pathOf = (place: Pick<CachePlace, 'slot' | 'period'>) => join(folder, `${place.period}-${place.slot}`);

  const fileOf = (period: number): OpenFile => {
    let file = files.get(period);
    if (!file) {
      const fd = openSync(pathOf({ slot, period }), constants.O_RDWR | constants.O_CREAT, 0o600);
      file = { fd, size: fstatSync(fd).size };
      files.set(period, file);
    }
    return file;
  };
  // Files of the process's last run count too.
  for (const name of readdirSync(folder)) {
    const [period = 0, owner] = name.split('-').map(Number);
    if (owner === slot && period >= Math.floor(now() / periodMs)) fileOf(period);
  }
  const totalBytes = () => [...files.values()].reduce((sum, { size }) => sum + size, 0);

  const deleteExpired = async () => {
    const current = Math.floor(now() / periodMs);
    for (const [period, { fd }] of files) {
      if (period >= current) continue;
      files.delete(period);
      closeSync(fd);
    }
    for (const name of await readdir(folder)) {
      if (Number.parseInt(name, 10) < current) await rm(join(folder, name), { force: true });
    }
  };
  // Files that cannot be deleted now are deleted later.
  const timer = setInterval(() => void deleteExpired().catch(() => undefined), periodMs);
  timer.unref();

  return {
    deleteExpired,
    async put({ type, text }, seconds) {
      const length = Buffer.byteLength(text);
      try {
        const period = Math.floor((now() + seconds * 1000) / periodMs);
        const file = fileOf(period);
        const start = Math.ceil(file.size / blockBytes) * blockBytes;
        const end = start + headBytes + length;
        if (end > maxFileBytes || totalBytes() + headBytes + length > maxBytes) return null;
        const { id, secret } = newCacheId({ slot, period, block: start / blockBytes });
        const bytes = Buffer.allocUnsafe(headBytes + length);
        secret.copy(bytes);
        bytes.writeUInt32LE(length, secretBytes);
        bytes.writeUInt8(types.indexOf(type), secretBytes + 4);
        bytes.write(text, headBytes);
        for (let done = 0; done < bytes.length;) done += writeSync(file.fd, bytes, done, undefined, start + done);
        file.size = end;
        return id;
      } catch {
        return null;
      }
    },
    async get(id) {
      const found = readCacheId(id);
      if (!found || found.place.period < Math.floor(now() / periodMs)) return null;
      const handle = await open(pathOf(found.place), 'r').catch(unlessMissing);
      if (!handle) return null;
      try {
        return await readValue(handle, found.place.block * blockBytes, found.secret);
      } finally {
        await handle.close();
      }
    },
    async close() {
      clearInterval(timer);
      for (const { fd } of files.values()) closeSync(fd);
      files.clear();
    },
  };
}

async function readValue(handle: FileHandle, start: number, secret: Buffer): Promise<CachedValue | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes, start);
  if (bytesRead < headBytes || !timingSafeEqual(buffer.subarray(0, secretBytes), secret)) return null;
  const length = buffer.readUInt32LE(secretBytes);
  const type = types[buffer.readUInt8(secretBytes + 4)];
  if (!type) return null;
  const read = buffer.subarray(headBytes, Math.min(bytesRead, headBytes + length));
  if (read.length === length) return { type, text: read.toString() };
  const rest = Buffer.allocUnsafe(length - read.length);
  const { bytesRead: restRead } = await handle.read(rest, 0, rest.length, start + headBytes + read.length);
  return restRead === rest.length ? { type, text: Buffer.concat([read, rest]).toString() } : null;
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
