import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BackupTarget } from './backupTarget.ts';
import { objectName, type StoredObject } from './manifest.ts';

/** Compressed contents in a target. */
export interface ObjectStore {
  /** Compresses contents into the target, unless it has the same already. */
  write(contents: Readable): Promise<StoredObject>;
  /** Puts a file of the target by its name, unless it has it already. */
  putFile(name: string, path: string, sha256: string): Promise<void>;
  /** Whether the target has an object. */
  has(object: StoredObject): boolean;
  /** Whether the target has a file of this name and size. */
  hasFile(name: string, bytes: number): boolean;
  /** The contents of an object. Their stream fails when they are not what was written. */
  read(object: StoredObject): Promise<Readable>;
  /** Bytes that were put so far. */
  bytesPut(): number;
}

/** Contents are not those that their name says. */
export class AlteredContents extends Error {
  override readonly name = 'AlteredContents';
}

/** Opens the objects of a target. `known`: bytes of the files that it has, by name; `draftDir`: for files on their way. */
export function openObjects(target: BackupTarget, known: Map<string, number>, draftDir: string): ObjectStore {
  let bytesPut = 0;
  const putFile = async (name: string, path: string, sha256: string) => {
    const { size } = await stat(path);
    if (known.get(name) === size) return;
    await target.put(name, path, sha256);
    bytesPut += size;
    known.set(name, size);
  };
  return {
    putFile,
    async write(contents) {
      const path = join(draftDir, randomUUID());
      const meter = createMeter();
      try {
        await pipeline(contents, createZstdCompress(), meter.stream, createWriteStream(path, { mode: 0o600 }));
        const object = { sha256: meter.sha256(), bytes: meter.bytes() };
        await putFile(objectName(object), path, object.sha256);
        return object;
      } finally {
        await rm(path, { force: true });
      }
    },
    has: (object) => known.get(objectName(object)) === object.bytes,
    hasFile: (name, bytes) => known.get(name) === bytes,
    async read(object) {
      const stored = await target.read(objectName(object));
      if (!stored) throw new Error(`The backup is incomplete: ${objectName(object)} is missing.`);
      const meter = createMeter(object.sha256);
      const contents = createZstdDecompress();
      // Errors of either stream reach the reader of the contents.
      pipeline(stored, meter.stream, contents).catch((error: Error) => contents.destroy(error));
      return contents;
    },
    bytesPut: () => bytesPut,
  };
}

/** Hashes and counts bytes that pass. With an expected hash, the stream fails at its end with AlteredContents when they have another. */
export function createMeter(expected?: string): { stream: Transform; sha256(): string; bytes(): number } {
  const hash = createHash('sha256');
  let bytes = 0;
  let digest = '';
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      digest = hash.digest('hex');
      done(
        expected === undefined || expected === digest
          ? null
          : new AlteredContents(`${expected} is cut off or was altered.`),
      );
    },
  });
  return { stream, sha256: () => digest, bytes: () => bytes };
}

/** The first bytes of a file, as far as it reached at the cut. */
export function readStart(path: string, bytes: number): Readable {
  return bytes === 0 ? Readable.from([]) : createReadStream(path, { end: bytes - 1 });
}
