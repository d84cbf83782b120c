import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { ExportFormat } from '#model/reports/reportFiles.ts';
import type { ExportStore } from '#storage/exports/exportStore.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes of a chunk before compression. */
const pieceBytes = 1024 * 1024;

/** Writes the chunks of a file to the store. */
export interface ChunkWriter {
  /** Bytes so far, uncompressed. */
  byteCount: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Writes the remaining bytes. */
  end(): Promise<void>;
}

/** Collects bytes into chunks and passes each to `put`. CSV is compressed; XLSX already is. */
export function createChunkWriter(
  format: ExportFormat,
  put: (place: number, bytes: Uint8Array) => Promise<void>,
): ChunkWriter {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let place = 0;
  const flush = async () => {
    const piece = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await put(place, format === 'csv' ? await deflate(piece) : piece);
    place += 1;
  };
  return {
    byteCount: 0,
    async write(bytes) {
      this.byteCount += bytes.length;
      for (let from = 0; from < bytes.length;) {
        const part = bytes.subarray(from, from + pieceBytes - waitingBytes);
        waiting.push(part);
        waitingBytes += part.length;
        from += part.length;
        if (waitingBytes >= pieceBytes) await flush();
      }
    },
    async end() {
      if (waitingBytes > 0) await flush();
    },
  };
}

/** Reads the bytes of an exported file in chunks. */
export async function* readExport(
  exports: Pick<ExportStore, 'readChunks'>,
  id: number,
  format: ExportFormat,
): AsyncIterable<Uint8Array> {
  for await (const piece of exports.readChunks(id)) yield format === 'csv' ? await inflate(piece) : piece;
}
