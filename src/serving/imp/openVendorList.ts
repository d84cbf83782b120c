import { readFile, stat } from 'node:fs/promises';
import { errorText } from '#runtime/log/describeError.ts';
import { readVendorList, type VendorList } from '#standards/privacy/vendorList.ts';

/** A vendor list that follows its file. */
export interface OpenVendorList {
  /** Null as long as there was no readable file. */
  current: () => VendorList | null;
  /** Reads the file if it has changed. It is called every minute. */
  refresh(): Promise<void>;
  close(): void;
}

/** The list changes once a week. */
const refreshMs = 60_000;

/** Opens the Global Vendor List in a file. A file that cannot be read is reported, and the list before it stays. */
export async function openVendorList(path: string | undefined, warn: (text: string) => void): Promise<OpenVendorList> {
  let list: VendorList | null = null;
  let readAt = 0;
  const refresh = async () => {
    if (path === undefined) return;
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs === readAt) return;
      list = readVendorList(await readFile(path, 'utf8'));
      readAt = mtimeMs;
    } catch (error) {
      warn(`GVL_FILE cannot be read: ${errorText(error)}`);
    }
  };
  await refresh();
  const timer = path === undefined ? undefined : setInterval(() => void refresh(), refreshMs);
  timer?.unref();
  return { current: () => list, refresh, close: () => clearInterval(timer) };
}
