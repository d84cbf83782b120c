import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { folderMark } from '../nodes/nodePlace.ts';
import { syncFolder } from './diskSync.ts';

/** Numbers of load segments, never reused on a node. */
export interface Sequence {
  /**
   * When this state began (ms): distinguishes the tokens of a replaced disk from those of its successor, and those of a
   * copied one from those of the original.
   */
  epoch: number;
  next(): number;
}

const reserveCount = 1000;

interface StoredSequence {
  epoch: number;
  reserved: number;
  /** The place that reserved; absent in earlier versions. */
  place?: string;
}

/**
 * Opens the sequence stored in `dir`. It starts at the time in milliseconds and grows by one per segment, which is
 * slower than time: so a lost state is followed by unused numbers. Numbers are reserved on disk by the thousand; a
 * restart skips unused ones. At another place (`folderMark`) a new state begins: the original of a copied folder has
 * reserved the same numbers.
 */
export function openSequence(dir: string, now: () => number, placeOf: (dir: string) => string = folderMark): Sequence {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'sequence.json');
  const startedAt = now();
  const place = placeOf(dir);
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredSequence) : null;
  const stored =
    known && (known.place ?? place) === place
      ? known
      : { epoch: startedAt, reserved: Math.max(startedAt, known?.reserved ?? 0) };
  let next = stored.reserved;
  let { reserved } = stored;
  return {
    epoch: stored.epoch,
    next() {
      if (next >= reserved) {
        const more = next + reserveCount;
        writeState(dir, path, JSON.stringify({ epoch: stored.epoch, reserved: more, place } satisfies StoredSequence));
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
