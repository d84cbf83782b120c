import { defineConfig } from 'vitest/config';

/** `unit` runs in seconds and is part of `npm run check`; `system` starts real servers, stores and a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['src/console/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['src/console/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/system/**/*.test.ts', 'tests/e2e/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
