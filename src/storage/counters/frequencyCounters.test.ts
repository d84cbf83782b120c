import { expect, test } from 'vitest';
import { createFrequencyCounters } from './frequencyCounters.ts';
import { createImpressionLog, type LoggedImpression } from './impressionLog.ts';

const now = 1_773_146_096_789;
const hourMs = 3_600_000;
const viewer = '0123456789abcdef';
const other = '0123456789abcdee';
const tag = (id: number) => ({ kind: 'tag', id }) as const;

function open() {
  const added: LoggedImpression[] = [];
  const log = createImpressionLog({ generation: 1024, generations: 2, seconds: 31 * 86_400 });
  return { added, counters: createFrequencyCounters(log, (impression) => added.push(impression)) };
}

test('impressions count for their tag and viewer only', () => {
  const { counters } = open();
  counters.add(tag(7), viewer, 'serve-1', now);
  counters.add(tag(7), viewer, 'serve-2', now);
  counters.add(tag(8), viewer, 'serve-3', now);
  expect(counters.countImpressions(tag(7), viewer, hourMs, now)).toBe(2);
  expect(counters.countImpressions(tag(8), viewer, hourMs, now)).toBe(1);
  expect(counters.countImpressions(tag(7), other, hourMs, now)).toBe(0);
  expect(counters.countImpressions(tag(9), viewer, hourMs, now)).toBe(0);
});

test('an impression counts once, however often its pixel is called', () => {
  const { counters, added } = open();
  for (const later of [0, 500, hourMs]) counters.add(tag(7), viewer, 'serve-1', now + later);
  expect(counters.countImpressions(tag(7), viewer, 2 * hourMs, now + hourMs)).toBe(1);
  expect(added).toHaveLength(1);
});

test('the window slides, to the second', () => {
  const { counters } = open();
  counters.add(tag(7), viewer, 'serve-1', now);
  counters.add(tag(7), viewer, 'serve-2', now + 60_000);
  expect(counters.countImpressions(tag(7), viewer, hourMs, now + hourMs - 1000)).toBe(2);
  expect(counters.countImpressions(tag(7), viewer, hourMs, now + hourMs)).toBe(1);
  expect(counters.countImpressions(tag(7), viewer, hourMs, now + hourMs + 60_000)).toBe(0);
  expect(counters.countImpressions(tag(7), viewer, 24 * hourMs, now + hourMs + 60_000)).toBe(2);
});

test('tags, ad exchanges and campaigns with the same id are counted separately', () => {
  const { counters } = open();
  const kinds = ['tag', 'adexchange', 'campaign'] as const;
  for (const [index, kind] of kinds.entries()) {
    for (let serve = 0; serve <= index; serve += 1) counters.add({ kind, id: 7 }, viewer, `serve-${serve}`, now);
  }
  expect(kinds.map((kind) => counters.countImpressions({ kind, id: 7 }, viewer, hourMs, now))).toEqual([1, 2, 3]);
});
