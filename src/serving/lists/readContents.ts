import { open } from 'node:fs/promises';
import { headBytes, memberBytes, readHead, readTail } from '#engine/lists/listContents.ts';
import type { ListKind, ListSet } from '#engine/lists/listSet.ts';
import { createMemberTable } from '#engine/lists/memberTable.ts';
import { createSlicer } from '../http/slices.ts';

/** Bytes that are read at once. */
const pieceBytes = 16_384;

/** Reads a file of contents into memory, in small slices of time; null when there is no such file, or it is not whole. */
export async function readContents(path: string, kind: ListKind, now: () => number): Promise<ListSet | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(pieceBytes);
    const read = async (start: number, length: number) => {
      const { bytesRead } = await file.read(buffer, 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const count = readHead(await read(0, headBytes));
    const end = headBytes + (count ?? 0) * memberBytes;
    if (count === null || end >= size) return null;
    const table = createMemberTable(count);
    const pause = createSlicer(now);
    for (let start = headBytes; start < end; start += pieceBytes) {
      const piece = await read(start, Math.min(pieceBytes, end - start));
      for (let at = 0; at < piece.length; at += memberBytes) {
        table.add(piece.readUInt32LE(at), piece.readUInt32LE(at + 4));
      }
      await pause();
    }
    const prefixes = readTail(await read(end, Math.min(pieceBytes, size - end)));
    return prefixes && table.toSet(kind, prefixes);
  } finally {
    await file.close();
  }
}
