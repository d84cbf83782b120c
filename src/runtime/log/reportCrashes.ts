import { writeSync } from 'node:fs';
import { createScrubber } from './createScrubber.ts';
import { describeError } from './describeError.ts';

/**
 * Ends this process with code 1 when something is thrown that nobody catches, with a line of what it was: Node's own
 * report would show every field of the error, values of statements among them.
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
      // At once: the process ends with the next line.
      writeSync(2, `${JSON.stringify(line)}\n`);
    } finally {
      process.exit(1);
    }
  });
}
