import { errorText } from '#runtime/log/describeError.ts';

/** The disk rejected a write: nothing of the record was stored. A later append may succeed. */
export class SpoolUnavailable extends Error {
  override readonly name = 'SpoolUnavailable';
  /** Code of the operating system, such as ENOSPC or EIO. */
  readonly code: string;

  constructor(cause: unknown) {
    super(`The spool cannot be written: ${errorText(cause)}`, { cause });
    this.code = (cause as NodeJS.ErrnoException | null)?.code ?? 'UNKNOWN';
  }
}
