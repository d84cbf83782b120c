/** How an ad-serving process is started, besides its script. */
export const servingLaunch = {
  /**
   * What an auction needs is gone when it is over. V8 gives the young 1 MB at first and 16 at most, so that much of it is
   * copied once or twice before that, and what outlives it by chance waits for a full collection, which holds everybody up:
   * with 64 MB from the start an auction of four impressions takes a quarter less than with 32 at most, and half load has
   * no tail (docs/performance.md).
   */
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64'],
  /** Syncs of the spool share libuv's threads with name look-ups, which may hang for seconds. */
  env: { UV_THREADPOOL_SIZE: '16' },
} as const;
