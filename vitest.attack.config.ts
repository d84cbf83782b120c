import { defineConfig } from 'vitest/config';

/**
 * Attacks on the running product (`npm run test:long`), which take minutes each. They have a configuration of their own, so
 * that `npm test` leaves them out. One file runs at a time: each starts a whole product and keeps the machine busy.
 */
export default defineConfig({
  test: {
    name: 'attack',
    include: ['tests/attack/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
