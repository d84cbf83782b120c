/** Launch options of ad-serving processes. */
export const servingLaunch = {
  /**
   * Almost everything that an auction allocates is garbage when it ends. V8's young generation starts at 1 MB and grows
   * to 16 MB at most, so that much is copied once or twice before that, and what survives by chance waits for a full
   * collection, which blocks all requests. With 64 MB from the start an auction of four imps takes a quarter less time
   * than with a maximum of 32 MB, and half load has no latency tail (docs/performance.md).
   */
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64'],
  /** Spool syncs share libuv's threads with DNS lookups, which may hang for seconds. */
  env: { UV_THREADPOOL_SIZE: '16' },
} as const;
