import { expect, test } from 'vitest';
import { rankTags, type TagYield } from './rankTags.ts';

const tag = (tagId: number, overrides: Partial<TagYield>): TagYield => {
  return { tagId, sent: 100, answered: 50, won: 50, imps: 50, rev: 100, ...overrides };
};
const places = (tags: TagYield[], goal: 'fill' | 'ecpm' = 'fill', before: [number, number][] = []) =>
  Object.fromEntries(rankTags(tags, goal, new Map(before)));

test('the tag that turns most calls into impressions ranks first', () => {
  expect(
    places([tag(1, { answered: 20, won: 20, imps: 20 }), tag(2, {}), tag(3, { answered: 0, won: 0, imps: 0 })]),
  ).toEqual({
    1: 2,
    2: 1,
    3: 3,
  });
});

test('outbid responses do not count against a tag; those that are not shown do', () => {
  const outbid = tag(1, { answered: 60, won: 10, imps: 10 });
  const unseen = tag(2, { answered: 90, won: 90, imps: 9 });
  expect(places([outbid, unseen])).toEqual({ 1: 1, 2: 2 });
});

test('by revenue a rare but high-priced tag may rank first, and one that never won is not ranked', () => {
  const highPriced = tag(1, { answered: 10, won: 10, imps: 10, rev: 900 });
  expect(places([highPriced, tag(2, {}), tag(3, { won: 0, imps: 0, rev: 0 })], 'ecpm')).toEqual({ 1: 1, 2: 2 });
});

test('a tag with little data is not ranked', () => {
  expect(places([tag(1, {}), tag(2, { sent: 19, answered: 19 })])).toEqual({ 1: 1 });
});

test('differences of up to a tenth do not change ranks; larger ones do', () => {
  const before: [number, number][] = [
    [1, 1],
    [2, 2],
  ];
  expect(places([tag(1, {}), tag(2, { answered: 55, won: 55, imps: 55 })], 'fill', before)).toEqual({ 1: 1, 2: 2 });
  expect(places([tag(1, {}), tag(2, { answered: 56, won: 56, imps: 56 })], 'fill', before)).toEqual({ 1: 2, 2: 1 });
});
