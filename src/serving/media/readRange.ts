import type { ByteRange } from '#storage/media/mediaStore.ts';

/**
 * The part of a file that a Range header asks for (RFC 9110, 14): null for the whole file, which other units and several
 * ranges at once are answered with too; 'none' when no byte of the file lies in it.
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
