import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './diskSync.ts';

/** Numbers of load segments, never reused on a node. */
export interface Sequence {
  /** When this state began (ms): distinguishes the tokens of a replaced disk from those of its successor. */
  epoch: number;
  next(): number;
}

const reserveCount = 1000;

/**
 * Opens the sequence stored in `dir`. It starts at the time in milliseconds and grows by one per segment, which is
 * slower than time: so a lost state is followed by unused numbers. Numbers are reserved on disk by the thousand; a
 * restart skips unused ones.
 */
export function openSequence(dir: string, now: () => number): Sequence {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'sequence.json');
  const startedAt = now();
  const stored = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { epoch: number; reserved: number })
    : { epoch: startedAt, reserved: startedAt };
  let next = stored.reserved;
  let { reserved } = stored;
  return {
    epoch: stored.epoch,
    next() {
      if (next >= reserved) {
        const more = next + reserveCount;
        writeState(dir, path, JSON.stringify({ epoch: stored.epoch, reserved: more }));
        reserved = more;
      }
      next += 1;
      return next - 1;
    },
  };
}

function writeState(dir: string, path: string, text: string): void {
  const fd = openSync(`${path}.draft`, 'w', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${path}.draft`, path);
  syncFolder(dir);
}
