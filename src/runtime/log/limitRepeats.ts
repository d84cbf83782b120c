/** Lets each key through once per period, and counts those that were held back meanwhile. `limitLines` limits lines of any text. */
export interface RepeatLimit {
  /** Calls `write` now, or when the period is over with the latest one: with how many were left out before it. */
  pass(key: string, write: (leftOut: number) => void): void;
}

/** Keys that are remembered at once; with more, the oldest is written before its time. */
const maxKeys = 1000;

/** A limit whose period is so many milliseconds. What is held back at the end of the process is lost. */
export function limitRepeats(periodMs: number): RepeatLimit {
  const waiting = new Map<
    string,
    { suppressed: number; write: ((leftOut: number) => void) | null; timer: NodeJS.Timeout }
  >();
  const open = (key: string) => {
    const timer = setTimeout(() => close(key), periodMs);
    timer.unref();
    waiting.set(key, { suppressed: 0, write: null, timer });
  };
  const close = (key: string) => {
    const suppressed = waiting.get(key);
    waiting.delete(key);
    if (!suppressed?.write) return;
    open(key);
    suppressed.write(suppressed.suppressed - 1);
  };
  return {
    pass(key, write) {
      const suppressed = waiting.get(key);
      if (suppressed) {
        suppressed.suppressed += 1;
        suppressed.write = write;
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
