import { sha256Of, type BackupTarget } from './backupTarget.ts';

/** The contents of a target to verify. */
export interface ContentsToVerify {
  target: BackupTarget;
  /** Bytes of all of them by name. */
  sizes: ReadonlyMap<string, number>;
  /** The content that was verified last; empty if none was. */
  after: string;
  /** Called whenever something was read. */
  onProgress: () => void;
}

/** The result of verifying a share. */
export interface VerifiedShare {
  /** Names of contents that are not what their names say. */
  damaged: string[];
  /** The content that was verified last. */
  verifiedTo: string;
}

/** A content, named by its SHA-256. */
const contentName = /^(?:objects|media)\/([0-9a-f]{64})(?:\.[a-z0-9]{1,5})?$/;
/** Number of shares that make all contents, and the minimum bytes of one. */
const shares = 30;
const minBytes = 16 * 1024 * 1024;

/**
 * Reads the next contents in the order of their names, at least a thirtieth of all bytes, and compares them with the SHA-256
 * in their names. After the last name comes the first, so the least recently verified are next.
 */
export async function verifyShare({ target, sizes, after, onProgress }: ContentsToVerify): Promise<VerifiedShare> {
  const names = [...sizes.keys()].filter((name) => contentName.test(name)).toSorted();
  const total = names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  const wanted = Math.max(total / shares, minBytes);
  const start = names.findIndex((name) => name > after);
  const next = start === -1 ? names : [...names.slice(start), ...names.slice(0, start)];
  const damaged: string[] = [];
  let verifiedTo = after;
  let read = 0;
  for (const name of next) {
    if (read >= wanted) break;
    // A second look, so that a fault of the way here does not count as one of the contents.
    if (!(await isIntact(target, name, onProgress)) && !(await isIntact(target, name, onProgress))) damaged.push(name);
    read += sizes.get(name) ?? 0;
    verifiedTo = name;
  }
  return { damaged, verifiedTo };
}

/** Whether a content is what its name says. Throws if the target cannot be read. `onProgress`: whenever something was read. */
export async function isIntact(
  target: BackupTarget,
  name: string,
  onProgress: () => void = () => undefined,
): Promise<boolean> {
  const expected = contentName.exec(name)?.[1];
  try {
    const contents = await target.read(name);
    onProgress();
    return contents !== null && (await sha256Of(contents.on('data', onProgress))) === expected;
  } catch (error) {
    // A bad sector of a disk.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return false;
    throw error;
  }
}
