import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests of `npm test` that try a part of something there, and all of it here. */
const sized = globSync('{src,tests}/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('/fullOrReduced.ts'),
);

/**
 * What takes minutes (`npm run test:long`): attacks on the running product, and faults at their full size. It has a
 * configuration of its own, so that `npm test` leaves it out. One file runs at a time, because each keeps the machine busy.
 */
export default defineConfig({
  test: {
    name: 'long',
    include: ['tests/attack/**/*.test.ts', ...sized],
    globalSetup: ['tests/stores/runStores.ts'],
    env: { TEST_SIZE: 'full' },
    fileParallelism: false,
    testTimeout: 7_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
