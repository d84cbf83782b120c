const linesPerMinute = 20;
const minuteMs = 60_000;

/**
 * Passes on 20 lines per minute, whatever their text. The first line of a later minute reports how many were omitted.
 * `limitRepeats` limits by key instead.
 */
export function limitLines(write: (text: string) => void, now: () => Date): (text: string) => void {
  let minute = 0;
  let written = 0;
  let suppressed = 0;
  return (text) => {
    const current = Math.floor(now().getTime() / minuteMs);
    if (current !== minute) {
      minute = current;
      written = 0;
    }
    if (written >= linesPerMinute) {
      suppressed += 1;
      return;
    }
    written += 1;
    write(suppressed === 0 ? text : `${text} (${suppressed} more lines were suppressed)`);
    suppressed = 0;
  };
}
