import { expect, test } from 'vitest';
import { msUntil } from './nightly.ts';

test('the next run is today if its time has not passed, else tomorrow', () => {
  const noon = Date.UTC(2026, 2, 10, 12);
  expect(msUntil(150, noon)).toBe(14.5 * 3_600_000);
  expect(msUntil(13 * 60, noon)).toBe(3_600_000);
  expect(msUntil(12 * 60, noon)).toBe(24 * 3_600_000);
});
