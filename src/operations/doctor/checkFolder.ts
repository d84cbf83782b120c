import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  openSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '#storage/lockFile.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { checkRestored } from '#runtime/restoreMark.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

const minimumFreeBytes = 5 * 1024 ** 3;
const writes = 20;
/** Serving acknowledges after each flush: with more, hits wait noticeably. */
const maxFlushMs = 20;

/** Checks the file system of DATA_DIR with files of its own; the folder need not exist. */
export function checkFolder(dataDir: string): Finding[] {
  const folder = existingFolder(dataDir);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const fix = 'Make DATA_DIR a folder that the user of the product can write.';
    return [fault('DATA_DIR', `${folder} cannot be written: ${errorText(error)}`, fix)];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const where = folder === dataDir ? dataDir : `${dataDir} (will be created in ${folder})`;
  const interrupted = restoreFaultOf(dataDir);
  if (interrupted !== null) return [interrupted];
  return [
    checkOwner(folder, where),
    finding(
      'disk space',
      free >= minimumFreeBytes,
      `${(free / 1024 ** 3).toFixed(1)} GB free`,
      'Free or add disk space: below 5 GB, a ClickHouse merge or an hour of spooled records can fill the disk.',
    ),
    checkLocks(folder),
    checkFlush(folder),
  ];
}

/** Whether the user who runs this is the one whose folder it is; root can write everywhere, and proves nothing. */
function checkOwner(folder: string, where: string): Finding {
  const { uid } = statSync(folder);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || uid === 0) return passed('DATA_DIR', where);
  return unchecked(
    'DATA_DIR',
    `${where}: it belongs to the user ${uid}, and this runs as root. Run it as the user of the product to check its rights`,
  );
}

function restoreFaultOf(dataDir: string): Finding | null {
  try {
    checkRestored(dataDir);
    return null;
  } catch (error) {
    return fault('DATA_DIR', errorText(error), 'Run npm run restore again, or empty the folder.');
  }
}

/** A folder, or the nearest folder above it that exists. */
export function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}

function checkLocks(folder: string): Finding {
  const path = join(folder, `.doctor-${randomUUID()}`);
  const fix = 'Use a local disk with file locks (ext4, XFS), not a network share.';
  try {
    const first = lockFile(path);
    const second = lockFile(path);
    first?.release();
    second?.release();
    return finding('file locks', first !== null && second === null, 'a second lock of a file is rejected', fix);
  } catch (error) {
    return fault('file locks', `${folder}: ${errorText(error)}`, fix);
  } finally {
    if (existsSync(path)) unlinkSync(path);
  }
}

function checkFlush(folder: string): Finding {
  const path = join(folder, `.doctor-${randomUUID()}`);
  let fd: number | null = null;
  try {
    const opened = openSync(path, 'w', 0o600);
    fd = opened;
    const times = Array.from({ length: writes }, (_, index) => {
      const startedAt = performance.now();
      writeSync(opened, Buffer.alloc(4096), 0, 4096, index * 4096);
      fdatasyncSync(opened);
      return performance.now() - startedAt;
    }).toSorted((a, b) => a - b);
    const median = times[writes / 2] ?? 0;
    return finding(
      'disk flush',
      median <= maxFlushMs,
      `4 kB are on disk after ${median.toFixed(1)} ms (median of ${writes}), at most ${(times.at(-1) ?? 0).toFixed(1)} ms`,
      'Use a disk with a lower write latency: every tracked event waits for a flush.',
    );
  } catch (error) {
    return fault(
      'disk flush',
      `${folder} cannot be written: ${errorText(error)}`,
      'Free or repair the disk of DATA_DIR.',
    );
  } finally {
    if (fd !== null) {
      closeSync(fd);
      unlinkSync(path);
    }
  }
}
