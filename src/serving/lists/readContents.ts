import { open } from 'node:fs/promises';
import { headBytes, memberBytes, readHead, readTail } from '#engine/lists/listContents.ts';
import type { ListKind, ListSet } from '#engine/lists/listSet.ts';
import { createMemberTable } from '#engine/lists/memberTable.ts';
import { createSlicer } from '#runtime/createSlicer.ts';

/** Bytes per read. */
const chunkBytes = 16_384;

/**
 * Reads a file of list members into memory, in small slices of time. Returns null when there is no such file or it is
 * incomplete.
 */
export async function readContents(path: string, kind: ListKind, now: () => number): Promise<ListSet | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(chunkBytes);
    const read = async (start: number, length: number) => {
      const { bytesRead } = await file.read(buffer, 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const count = readHead(await read(0, headBytes));
    const end = headBytes + (count ?? 0) * memberBytes;
    if (count === null || end >= size) return null;
    const table = createMemberTable(count);
    const yieldIfDue = createSlicer(now);
    for (let start = headBytes; start < end; start += chunkBytes) {
      const chunk = await read(start, Math.min(chunkBytes, end - start));
      for (let at = 0; at < chunk.length; at += memberBytes) {
        table.add(chunk.readUInt32LE(at), chunk.readUInt32LE(at + 4));
      }
      await yieldIfDue();
    }
    const prefixes = readTail(await read(end, Math.min(chunkBytes, size - end)));
    return prefixes && table.toSet(kind, prefixes);
  } finally {
    await file.close();
  }
}
