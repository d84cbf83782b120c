/** Passes each key once per period and counts the lines omitted in between. `limitLines` limits lines of any text. */
export interface RepeatLimit {
  /**
   * Calls `write` now, or at the end of the period for the latest call only, with the number of calls omitted before
   * it.
   */
  pass(key: string, write: (suppressed: number) => void): void;
}

/** Maximum remembered keys. Beyond it, the oldest is written early. */
const maxKeys = 1000;

/** Creates a limit with this period in milliseconds. Lines that wait when the process ends are lost. */
export function limitRepeats(periodMs: number): RepeatLimit {
  const waiting = new Map<
    string,
    { suppressed: number; write: ((suppressed: number) => void) | null; timer: NodeJS.Timeout }
  >();
  const open = (key: string) => {
    const timer = setTimeout(() => close(key), periodMs);
    timer.unref();
    waiting.set(key, { suppressed: 0, write: null, timer });
  };
  const close = (key: string) => {
    const entry = waiting.get(key);
    waiting.delete(key);
    if (!entry?.write) return;
    open(key);
    entry.write(entry.suppressed - 1);
  };
  return {
    pass(key, write) {
      const entry = waiting.get(key);
      if (entry) {
        entry.suppressed += 1;
        entry.write = write;
        return;
      }
      const [oldest] = waiting.size >= maxKeys ? waiting.keys() : [];
      if (oldest !== undefined) {
        const first = waiting.get(oldest);
        clearTimeout(first?.timer);
        waiting.delete(oldest);
        first?.write?.(first.suppressed - 1);
      }
      open(key);
      write(0);
    },
  };
}
