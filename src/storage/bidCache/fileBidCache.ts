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
  /** Called when a value cannot be stored. */
  onFailure?: (error: unknown) => void;
}

/** The values of a file expire in the same period, and are deleted together. */
const periodMs = 300_000;
/** Values start at a multiple of it. */
const blockBytes = 16;
const maxFileBytes = blockBytes * 2 ** 28;
const maxTextBytes = 1_048_576;
const maxSeconds = 7200;
/**
 * A value is its secret, its type, the length of its text in bytes (u32, little-endian), its text. The types are bytes
 * that no UTF-8 text contains, so no text can contain a value. Its origin follows in the next block, in the same form
 * with a type of its own: version 0.2.0 reads the value and not its origin.
 */
const headBytes = secretBytes + 5;
const typeBytes = { json: 0xfe, xml: 0xff, origin: 0xfd } as const;
/** Bytes that are read at once: most values. */
const readBytes = 8192;

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
 * restart of the processes, but not necessarily a power cut. Without its folder nothing is stored.
 */
export function openFileBidCache(options: FileBidCacheOptions): FileBidCache {
  const { folder, slot, maxBytes, now, onFailure = () => undefined } = options;
  const files = new Map<number, OpenFile>();
  const pathOf = (place: Pick<CachePlace, 'slot' | 'period'>) => join(folder, `${place.period}-${place.slot}`);
  const currentPeriod = () => Math.floor(now() / periodMs);

  const closeFile = (period: number) => {
    const file = files.get(period);
    files.delete(period);
    if (file) closeSync(file.fd);
  };
  const fileOf = (period: number): OpenFile => {
    const known = files.get(period);
    if (known && fstatSync(known.fd).nlink > 0) return known;
    // The folder may be deleted at any time.
    closeFile(period);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fd = openSync(pathOf({ slot, period }), constants.O_RDWR | constants.O_CREAT, 0o600);
    const file = { fd, size: fstatSync(fd).size };
    files.set(period, file);
    return file;
  };
  const totalBytes = () => {
    let sum = 0;
    for (const [period, { size }] of files) if (period >= currentPeriod()) sum += size;
    return sum;
  };
  /** Stores a value, and returns its ID. Throws when it cannot be stored. */
  const store = ({ type, text, origin }: CachedValue, seconds: number): string => {
    const period = Math.floor((now() + Math.min(maxSeconds, Math.max(1, seconds)) * 1000) / periodMs);
    const file = fileOf(period);
    const start = nextBlock(file.size);
    const { id, secret } = newCacheId({ slot, period, block: start / blockBytes });
    const value = storedText(secret, type, text);
    const bytes =
      origin === undefined
        ? value
        : Buffer.concat([
            value,
            Buffer.alloc(nextBlock(value.length) - value.length),
            storedText(secret, 'origin', origin),
          ]);
    const end = start + bytes.length;
    if (end > maxFileBytes || totalBytes() + bytes.length > maxBytes) throw new Error('It is full (CACHE_MB)');
    for (let done = 0; done < bytes.length;) done += writeSync(file.fd, bytes, done, undefined, start + done);
    file.size = end;
    return id;
  };
  const deleteExpired = async () => {
    const current = currentPeriod();
    for (const period of [...files.keys()]) if (period < current) closeFile(period);
    for (const name of await readdir(folder)) {
      if (Number.parseInt(name, 10) < current) await rm(join(folder, name), { force: true });
    }
  };
  const deleteIfPossible = () => void deleteExpired().catch(() => undefined);

  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Files of the process's last run count too.
    for (const name of readdirSync(folder)) {
      const [period = 0, owner] = name.split('-').map(Number);
      if (owner === slot && period >= currentPeriod()) fileOf(period);
    }
  } catch (error) {
    onFailure(error);
  }
  deleteIfPossible();
  const timer = setInterval(deleteIfPossible, periodMs);
  timer.unref();

  return {
    deleteExpired,
    async put(value, seconds) {
      try {
        return store(value, seconds);
      } catch (error) {
        onFailure(error);
        return null;
      }
    },
    async get(id) {
      const found = readCacheId(id.toLowerCase());
      if (!found || found.place.period < currentPeriod()) return null;
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
      for (const period of [...files.keys()]) closeFile(period);
    },
  };
}

function nextBlock(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

/** A text as it is stored. Throws when it is too long. */
function storedText(secret: Buffer, type: keyof typeof typeBytes, text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length > maxTextBytes) throw new RangeError(`A value has more than ${maxTextBytes} bytes`);
  const bytes = Buffer.allocUnsafe(headBytes + length);
  secret.copy(bytes);
  bytes.writeUInt8(typeBytes[type], secretBytes);
  bytes.writeUInt32LE(length, secretBytes + 1);
  bytes.write(text, headBytes);
  return bytes;
}

async function readValue(handle: FileHandle, start: number, secret: Buffer): Promise<CachedValue | null> {
  const value = await readText(handle, start, secret);
  if (!value || value.type === 'origin') return null;
  const { type, text } = value;
  const next = await readText(handle, nextBlock(start + headBytes + Buffer.byteLength(text)), secret);
  return { type, text, ...(next?.type === 'origin' ? { origin: next.text } : {}) };
}

/** Reads a stored text; null where none with this secret is. */
async function readText(
  handle: FileHandle,
  start: number,
  secret: Buffer,
): Promise<{ type: keyof typeof typeBytes; text: string } | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes, start);
  if (bytesRead < headBytes || !timingSafeEqual(buffer.subarray(0, secretBytes), secret)) return null;
  const type = typeOf(buffer.readUInt8(secretBytes));
  const length = buffer.readUInt32LE(secretBytes + 1);
  if (type === null || length > maxTextBytes) return null;
  const read = buffer.subarray(headBytes, Math.min(bytesRead, headBytes + length));
  if (read.length === length) return { type, text: read.toString() };
  const rest = Buffer.allocUnsafe(length - read.length);
  const { bytesRead: restRead } = await handle.read(rest, 0, rest.length, start + headBytes + read.length);
  return restRead === rest.length ? { type, text: Buffer.concat([read, rest]).toString() } : null;
}

function typeOf(byte: number): keyof typeof typeBytes | null {
  return (Object.keys(typeBytes) as (keyof typeof typeBytes)[]).find((type) => typeBytes[type] === byte) ?? null;
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
