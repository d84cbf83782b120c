import { writeSync } from 'node:fs';
import { createScrubber } from './createScrubber.ts';
import { describeError } from './describeError.ts';

/**
 * Ends this process with code 1 on an uncaught exception, with one scrubbed line about it: Node's own report would show
 * every field of the error, including values of statements.
 */
export function reportCrashes(role: string, secrets: () => readonly string[]): void {
  process.on('uncaughtException', (error: unknown) => {
    const scrub = createScrubber(secrets());
    const { text, code, stack } = describeError(error);
    const line = {
      at: new Date().toISOString(),
      level: 'error',
      role,
      text: `stops: ${scrub(text)}`,
      code,
      stack: scrub(stack),
    };
    try {
      // Synchronous: the process ends with the next line.
      writeSync(2, `${JSON.stringify(line)}\n`);
    } finally {
      process.exit(1);
    }
  });
}
