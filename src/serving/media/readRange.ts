import type { ByteRange } from '#storage/media/mediaStore.ts';

/**
 * Parses a Range header (RFC 9110, 14). Returns null for the complete file, also for other units and multiple ranges,
 * and 'none' when the range is not satisfiable.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'none' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= bytes) return 'none';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
