import { expect, test } from 'vitest';
import { iabCategories } from './iabCategories.ts';
import { leafIdsOf } from './tree.ts';

/** The number of subcategories of IAB1 to IAB26. */
const sizes = [7, 23, 12, 11, 15, 9, 45, 18, 31, 9, 5, 3, 12, 8, 10, 7, 44, 6, 36, 27, 3, 4, 10, 0, 7, 4];

const nodes = iabCategories.flatMap((tier) => [tier, ...(tier.children ?? [])]);

test('[REF-01] the content categories are IAB1 to IAB26 in order, each with its sub-categories: 392 in all', () => {
  expect(iabCategories.map(({ id }) => id)).toEqual(sizes.map((_, index) => `IAB${index + 1}`));
  expect(iabCategories.map(({ children }) => children?.length ?? 0)).toEqual(sizes);
  expect(nodes).toHaveLength(392);
});

test('[REF-01] sub-categories are numbered from 1 under their category, two levels deep, and no id comes twice', () => {
  for (const { id, children = [] } of iabCategories) {
    expect(children.map((child) => child.id)).toEqual(children.map((_, index) => `${id}-${index + 1}`));
    expect(children.every((child) => child.children === undefined)).toBe(true);
  }
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
});

test('[REF-01] a category without sub-categories is a leaf', () => {
  expect(iabCategories.find(({ id }) => id === 'IAB24')).toEqual({ id: 'IAB24', label: 'Uncategorized' });
  expect(leafIdsOf(iabCategories)).toHaveLength(392 - 25);
});

test.each([
  ['IAB1', 'Arts & Entertainment'],
  ['IAB1-1', 'Books & Literature'],
  ['IAB1-7', 'Television'],
  ['IAB2-15', 'Motorcycles'],
  ['IAB2-23', 'Wagon'],
  ['IAB3-12', 'Metals'],
  ['IAB5-1', '7-12 Education'],
  ['IAB5-4', 'College Administration'],
  ['IAB7-27', "IBS/Crohn's Disease"],
  ['IAB7-38', 'Senior Health'],
  ['IAB8-18', 'Wine'],
  ['IAB9-30', 'Video & Computer Games'],
  ['IAB11', "Law, Gov't & Politics"],
  ['IAB13-5', 'Hedge Fund'],
  ['IAB17-12', 'Football'],
  ['IAB17-44', 'World Soccer'],
  ['IAB19-6', 'Cell Phones'],
  ['IAB19-36', 'Windows'],
  ['IAB20-27', 'United Kingdom'],
  ['IAB23-7', 'Islam'],
  ['IAB25-3', 'Pornography'],
  ['IAB26', 'Illegal Content'],
  ['IAB26-4', 'Copyright Infringement'],
])('[REF-01] %s is %s', (id, label) => {
  expect(nodes.find((node) => node.id === id)?.label).toBe(label);
});

test('[REF-01] every name is one trimmed line', () => {
  for (const { label } of nodes) expect(label).toMatch(/^\S(.*\S)?$/);
});
