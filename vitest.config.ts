import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longestFirst.ts';

/** What is waited for comes when it comes: a busy machine is no fault of what is tested. */
const patient = { expect: { poll: { timeout: 20_000 } } } as const;

/** Files of a project that run in one process share what they import: most of their time was spent importing it anew. */
const shared = { isolate: false } as const;

/**
 * `unit` runs in seconds and is part of `npm run check`; `system` starts real servers and stores, `component` the whole
 * product with its console in windows without a browser, `browser` both with one. Files of the last three share nothing
 * but stores and browsers (each has its own database, ports and folder), so four run at
 * a time: two cores have something to do then while one waits.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          ...patient,
          name: 'system',
          include: ['tests/system/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          globalSetup: ['tests/component/window/bundleConsole.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/browser.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
