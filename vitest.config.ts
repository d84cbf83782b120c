import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './tests/longestFirst.ts';

/** Files of a project that run in one process share what they import: most of their time was spent importing it anew. */
const shared = { isolate: false } as const;

/**
 * `unit` and `console` run in seconds; `product` starts what is real: servers and stores (tests/system), the whole product
 * with its console in windows without a browser (tests/component), or with one (tests/e2e). Its files share nothing but
 * stores and browsers (each has its own database, ports and folder), so four run at a time: two cores have something to do
 * then while one waits.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirstSequencer },
    maxWorkers: 4,
    globalSetup: ['tests/stores/runStores.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['src/console/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          include: ['src/console/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'product',
          include: ['tests/{system,component,e2e}/**/*.test.ts'],
          // What is waited for comes when it comes: a busy machine is no fault of what is tested.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
