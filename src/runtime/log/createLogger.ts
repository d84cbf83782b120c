import { isStorageFull } from '../faults/storageFull.ts';
import { isStoreUnavailable } from '../faults/storeUnavailable.ts';
import { createScrubber } from './createScrubber.ts';
import { describeError, type DescribedError, peerOf } from './describeError.ts';
import { limitRepeats } from './limitRepeats.ts';
import { type LogLevel, logLevels } from './logLevels.ts';

/** Logs texts and thrown values of a process. Lines that repeat within a second are counted, not written. */
export interface Logger {
  error: (what: unknown) => void;
  warn: (what: unknown) => void;
  info: (what: unknown) => void;
  /** Returns the same logger with the request's ID in its lines. */
  ofRequest(requestId: string): Logger;
}

/** Minimum interval between equal lines. */
const periodMs = 1000;

/**
 * Creates a logger to standard error, one line of JSON each: `{ at, level, role, text }`, and optionally `code`,
 * `stack`, `requestId`, `traceId` and `suppressed`, the number of equal lines that were omitted. Secrets are removed from all fields.
 */
export function createLogger(options: {
  level: LogLevel;
  role: string;
  /** Texts that must never be written. */
  secrets?: readonly string[];
  /** The trace that the current work belongs to. */
  traceId?: () => string | undefined;
  write?: (line: string) => void;
}): Logger {
  const { level, role, write = (line) => void process.stderr.write(line) } = options;
  const scrub = createScrubber(options.secrets ?? []);
  const limit = limitRepeats(periodMs);
  const writer = (lineLevel: 'error' | 'warn' | 'info', requestId?: string) => (what: unknown) => {
    if (logLevels.indexOf(lineLevel) > logLevels.indexOf(level)) return;
    const { text, code, stack }: DescribedError = describeError(what);
    const traceId = options.traceId?.();
    const clean = scrub(text);
    limit.pass(sharedCauseOf(what, code) ?? `${lineLevel} ${clean}`, (suppressed) => {
      const line = {
        at: new Date().toISOString(),
        level: lineLevel,
        role,
        ...(requestId === undefined ? {} : { requestId }),
        ...(traceId === undefined ? {} : { traceId }),
        text: clean,
        ...(code === null ? {} : { code }),
        ...(stack === '' ? {} : { stack: scrub(stack) }),
        ...(suppressed === 0 ? {} : { suppressed }),
      };
      write(`${JSON.stringify(line)}\n`);
    });
  };
  const logger = (requestId?: string): Logger => ({
    error: writer('error', requestId),
    warn: writer('warn', requestId),
    info: writer('info', requestId),
    ofRequest: (id) => logger(id),
  });
  return logger();
}

/**
 * The key under which errors with a common cause share one line: while a server is unavailable or a disk is full, every
 * statement fails with its own text. Null for other errors.
 */
function sharedCauseOf(error: unknown, code: string | null): string | null {
  if (isStoreUnavailable(error)) return `away: ${peerOf(error)} ${code}`;
  return isStorageFull(error) ? 'a disk is full' : null;
}
