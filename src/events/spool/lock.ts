/** Runs one piece of work at a time, in call order. */
export interface Lock {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a lock. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
