import { formatCount, NOTHING } from '../../lib/format.ts';

/** Milliseconds: 0.4 ms, 12 ms, 1,204 ms; from ten seconds on in seconds. */
export function timeOf(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 1 && ms > 0 ? `${ms.toFixed(1)} ms` : `${formatCount(ms)} ms`;
}

/** Bytes: 812 B, 1.2 kB, 3.4 MB. */
export function sizeOf(bytes: number | null): string {
  if (bytes === null) return NOTHING;
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A count with its noun: 1 hop, 3 hops. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Seconds into a video: 0.0 s. */
export function momentOf(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}
