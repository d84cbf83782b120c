import { expect, test } from 'vitest';
import { createFrequencyCounters } from './frequencyCounters.ts';
import { createImpressionLog, type LoggedImpression } from './impressionLog.ts';

const now = 1_773_146_096_789;
const hourMs = 3_600_000;
const viewer = '0123456789abcdef';
const other = '0123456789abcdee';

function open() {
  const added: LoggedImpression[] = [];
  const log = createImpressionLog({ generation: 1024, generations: 2, seconds: 31 * 86_400 });
  return { added, counters: createFrequencyCounters(log, (impression) => added.push(impression)) };
}

test('impressions count for their tag and their viewer alone', () => {
  const { counters } = open();
  counters.add(7, viewer, 'serve-1', now);
  counters.add(7, viewer, 'serve-2', now);
  counters.add(8, viewer, 'serve-3', now);
  expect(counters.seen(7, viewer, hourMs, now)).toBe(2);
  expect(counters.seen(8, viewer, hourMs, now)).toBe(1);
  expect(counters.seen(7, other, hourMs, now)).toBe(0);
  expect(counters.seen(9, viewer, hourMs, now)).toBe(0);
});

test('an impression counts once, however often its pixel is called', () => {
  const { counters, added } = open();
  for (const later of [0, 500, hourMs]) counters.add(7, viewer, 'serve-1', now + later);
  expect(counters.seen(7, viewer, 2 * hourMs, now + hourMs)).toBe(1);
  expect(added).toHaveLength(1);
});

test('the window slides, to the second', () => {
  const { counters } = open();
  counters.add(7, viewer, 'serve-1', now);
  counters.add(7, viewer, 'serve-2', now + 60_000);
  expect(counters.seen(7, viewer, hourMs, now + hourMs - 1000)).toBe(2);
  expect(counters.seen(7, viewer, hourMs, now + hourMs)).toBe(1);
  expect(counters.seen(7, viewer, hourMs, now + hourMs + 60_000)).toBe(0);
  expect(counters.seen(7, viewer, 24 * hourMs, now + hourMs + 60_000)).toBe(2);
});
