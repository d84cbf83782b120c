import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '#runtime/log/describeError.ts';
import { createVendorListReader, type VendorList } from '#standards/privacy/vendorList.ts';

/** Versions of the Global Vendor List that follow their files. */
export interface OpenVendorLists {
  /** In the order of their versions; empty as long as there was no readable file. */
  current: () => readonly VendorList[];
  /** Reads the files that have changed. It is called every minute. */
  refresh(): Promise<void>;
  close(): void;
}

/** The list changes once a week. */
const refreshMs = 60_000;

interface ReadFile {
  list: VendorList | null;
  readAt: number;
}

/**
 * Opens the Global Vendor List in a file, or all its versions in a folder. A file that cannot be read is reported, and
 * the list before it stays.
 */
export async function openVendorLists(
  path: string | undefined,
  warn: (text: string) => void,
): Promise<OpenVendorLists> {
  const files = new Map<string, ReadFile>();
  const readList = createVendorListReader();
  let lists: readonly VendorList[] = [];
  const read = async (file: string) => {
    const { list = null, readAt = 0 } = files.get(file) ?? {};
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs === readAt) return;
      files.set(file, { list: readList(await readFile(file, 'utf8')), readAt: mtimeMs });
    } catch (error) {
      files.set(file, { list, readAt });
      warn(`${file} (GVL_FILE) cannot be read: ${errorText(error)}`);
    }
  };
  const refresh = async () => {
    if (path === undefined) return;
    const present = (await filesIn(path)) ?? (files.size > 0 ? [...files.keys()] : [path]);
    for (const file of files.keys()) if (!present.includes(file)) files.delete(file);
    // One after another: each takes some milliseconds of the processor.
    for (const file of present) await read(file);
    lists = [...files.values()].flatMap(({ list }) => list ?? []).toSorted((a, b) => a.version - b.version);
  };
  await refresh();
  const timer = path === undefined ? undefined : setInterval(() => void refresh(), refreshMs);
  timer?.unref();
  return { current: () => lists, refresh, close: () => clearInterval(timer) };
}

/** The JSON files in a folder; null where it is none, or cannot be read. */
async function filesIn(path: string): Promise<string[] | null> {
  const names = await readdir(path).catch(() => null);
  return names && names.filter((name) => name.endsWith('.json')).map((name) => join(path, name));
}
