import { errorText } from '#runtime/log/describeError.ts';

/** The disk refused: nothing of the record was kept. A later append may succeed. */
export class SpoolUnavailable extends Error {
  override readonly name = 'SpoolUnavailable';
  /** The system's code, such as ENOSPC or EIO. */
  readonly code: string;

  constructor(cause: unknown) {
    super(`The spool cannot be written: ${errorText(cause)}`, { cause });
    this.code = (cause as NodeJS.ErrnoException | null)?.code ?? 'UNKNOWN';
  }
}
