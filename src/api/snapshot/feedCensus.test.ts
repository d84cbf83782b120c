import { expect, test } from 'vitest';
import { createFeedCensus } from './feedCensus.ts';

test('followers are counted with the lowest version, and are stalled after half a minute without taking anything', () => {
  let now = 1000;
  const census = createFeedCensus(() => now);
  expect(census.read()).toEqual({ count: 0, stalled: 0, oldestVersion: null, stalledSince: null, goneSince: 1000 });
  const [one, two] = [census.follow(), census.follow()];
  one.took(7);
  two.took(9);
  expect(census.read()).toMatchObject({ count: 2, stalled: 0, oldestVersion: 7, goneSince: null });
  now = 32_000;
  two.took(9);
  expect(census.read()).toMatchObject({ count: 2, stalled: 1, stalledSince: 1000 });
  one.leave();
  expect(census.read()).toMatchObject({ count: 1, stalled: 0, oldestVersion: 9, stalledSince: null });
  two.leave();
  expect(census.read()).toMatchObject({ count: 0, oldestVersion: null, goneSince: 32_000 });
});
