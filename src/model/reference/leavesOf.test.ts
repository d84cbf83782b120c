import { expect, test } from 'vitest';
import { leavesOf } from './leavesOf.ts';
import { leafIdsOf, type TreeNode } from './tree.ts';
import { trees } from './trees.ts';

const names = Object.keys(trees) as (keyof typeof trees)[];

/** The depth of a tree: 1 for a flat list. */
function depthOf(nodes: readonly TreeNode[]): number {
  return 1 + Math.max(...nodes.map(({ children }) => (children ? depthOf(children) : 0)));
}

test('[REF-01] [REF-02] categories and countries are trees of two levels, as are families; the others are flat', () => {
  expect(names.filter((name) => depthOf(trees[name]) === 2).sort()).toEqual(['countries', 'families', 'iabCategories']);
  expect(Math.max(...names.map((name) => depthOf(trees[name])))).toBe(2);
});

test('a field accepts every leaf of its tree', () => {
  for (const name of names) {
    for (const id of leafIdsOf(trees[name])) expect(leavesOf(name)).toContain(id);
  }
});

test('[REF-01] [REF-02] a field holds only leaves: a whole category is all of its leaves, a region its countries', () => {
  // 392 entries, of which 25 have subcategories; IAB24 has none.
  expect(leavesOf('iabCategories').size).toBe(392 - 25);
  expect(leavesOf('iabCategories').has('IAB1')).toBe(false);
  expect(leavesOf('iabCategories')).toContain('IAB24');
  expect(leavesOf('countries').size).toBe(249);
  expect(leavesOf('countries').has('APAC')).toBe(false);
});

test('values that are in no tree are unknown', () => {
  expect(leavesOf('countries').has('XX')).toBe(false);
  expect(leavesOf('usStates').has('PR')).toBe(false);
  expect(leavesOf('iabCategories').has('IAB1-8')).toBe(false);
  expect(leavesOf('devices').has('mobile')).toBe(false);
});
