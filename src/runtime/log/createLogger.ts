import { isStorageFull } from '../faults/storageFull.ts';
import { isStoreUnavailable } from '../faults/storeUnavailable.ts';
import { createScrubber } from './createScrubber.ts';
import { describeError, type DescribedError, peerOf } from './describeError.ts';
import { limitRepeats } from './limitRepeats.ts';
import { type LogLevel, logLevels } from './logLevels.ts';

/** Writes lines about a process: texts, or whatever was thrown. What repeats within a second is counted, not written. */
export interface Logger {
  error: (what: unknown) => void;
  warn: (what: unknown) => void;
  info: (what: unknown) => void;
  /** The same log, whose lines name a call. */
  ofRequest(requestId: string): Logger;
}

/** How often the same is written. */
const periodMs = 1000;

/**
 * A logger to standard error, one line of JSON each: `{ at, level, role, text }`, and where there is such, `code`, `stack`,
 * `requestId` and `leftOut`, the number of equal lines that were not written. Secrets are cut out of all of it.
 */
export function createLogger(options: {
  level: LogLevel;
  role: string;
  /** Texts that must never be written. */
  secrets?: readonly string[];
  write?: (line: string) => void;
}): Logger {
  const { level, role, write = (line) => void process.stderr.write(line) } = options;
  const scrub = createScrubber(options.secrets ?? []);
  const limit = limitRepeats(periodMs);
  const writer = (of: 'error' | 'warn' | 'info', requestId?: string) => (what: unknown) => {
    if (logLevels.indexOf(of) > logLevels.indexOf(level)) return;
    const { text, code, stack }: DescribedError = describeError(what);
    const clean = scrub(text);
    limit.pass(sharedCauseOf(what, code) ?? `${of} ${clean}`, (leftOut) => {
      const line = {
        at: new Date().toISOString(),
        level: of,
        role,
        ...(requestId === undefined ? {} : { requestId }),
        text: clean,
        ...(code === null ? {} : { code }),
        ...(stack === '' ? {} : { stack: scrub(stack) }),
        ...(leftOut === 0 ? {} : { leftOut }),
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

/** While a server is away or a disk is full every statement fails, each with a text of its own. */
function sharedCauseOf(error: unknown, code: string | null): string | null {
  if (isStoreUnavailable(error)) return `away: ${peerOf(error)} ${code}`;
  return isStorageFull(error) ? 'a disk is full' : null;
}
