import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  openSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '#storage/lockFile.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, finding, passed, type Finding } from './finding.ts';

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
  return [
    passed('DATA_DIR', where),
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

function existingFolder(path: string): string {
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
    return fault('file locks', errorText(error), fix);
  } finally {
    if (existsSync(path)) unlinkSync(path);
  }
}

function checkFlush(folder: string): Finding {
  const path = join(folder, `.doctor-${randomUUID()}`);
  const fd = openSync(path, 'w', 0o600);
  try {
    const times = Array.from({ length: writes }, (_, index) => {
      const startedAt = performance.now();
      writeSync(fd, Buffer.alloc(4096), 0, 4096, index * 4096);
      fdatasyncSync(fd);
      return performance.now() - startedAt;
    }).toSorted((a, b) => a - b);
    const median = times[writes / 2] ?? 0;
    return finding(
      'disk flush',
      median <= maxFlushMs,
      `4 kB are on disk after ${median.toFixed(1)} ms (median of ${writes}), at most ${(times.at(-1) ?? 0).toFixed(1)} ms`,
      'Use a disk with a lower write latency: every tracked event waits for a flush.',
    );
  } finally {
    closeSync(fd);
    unlinkSync(path);
  }
}
