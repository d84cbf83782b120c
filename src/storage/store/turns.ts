/** Gives callers turns with one resource, first come, first served. */
export interface Turns {
  /** Resolves with the release function when the turn has come. */
  take(): Promise<() => void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take() {
      const before = last;
      let release: () => void = () => undefined;
      last = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return release;
    },
  };
}
