/** Limits how many tasks run at a time. */
export interface ConcurrencyLimit {
  /** Runs a task of a key. Null = too many are running, of the key or in total; the task is then not started. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> | null;
}

/** Creates a limit of `perKey` tasks of a key and `total` tasks of all keys at a time. */
export function createConcurrencyLimit({ perKey, total }: { perKey: number; total: number }): ConcurrencyLimit {
  const running = new Map<string, number>();
  let count = 0;

  const start = (key: string) => {
    running.set(key, (running.get(key) ?? 0) + 1);
    count += 1;
  };
  const end = (key: string) => {
    const left = (running.get(key) ?? 0) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    count -= 1;
  };

  return {
    run(key, task) {
      if (count >= total || (running.get(key) ?? 0) >= perKey) return null;
      start(key);
      return task().finally(() => end(key));
    },
  };
}
