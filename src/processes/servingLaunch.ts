/** How an ad-serving process is started, besides its script. */
export const servingLaunch = {
  /**
   * What an auction needs is gone when it is over. With V8's own 16 MB of room for the young, much of it is copied once
   * or twice before that: an auction of four impressions takes a sixth less processor time with 32.
   */
  execArgv: ['--max-semi-space-size=32'],
  /** Syncs of the spool share libuv's threads with name look-ups, which may hang for seconds. */
  env: { UV_THREADPOOL_SIZE: '16' },
} as const;
