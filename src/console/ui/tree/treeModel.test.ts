import { describe, expect, test } from 'vitest';
import { chosenLabels, findItems, buildTree, rowsOf, stateOf, typeAhead, withLeaves } from './treeModel.ts';
import type { TreeHits, TreeItem } from './treeModel.ts';

const leaf = (id: string, label = id.toUpperCase()) => ({ id, label });
/** Turkey belongs to two regions. */
const tree = buildTree([
  { id: 'emea', label: 'EMEA', children: [leaf('de', 'Germany'), leaf('fr', 'France'), leaf('tr', 'Türkiye')] },
  {
    id: 'asia',
    label: 'Asia',
    children: [
      { id: 'west', label: 'Western Asia', children: [leaf('tr', 'Türkiye'), leaf('ge', 'Georgia')] },
      leaf('jp', 'Japan'),
    ],
  },
  leaf('ca', 'Canada'),
  { id: 'empty', label: 'Nowhere', children: [] },
]);

function itemOf(label: string): TreeItem {
  const item = tree.items.find((each) => each.label === label);
  if (!item) throw new Error(`no item ${label}`);
  return item;
}
const labels = (found: TreeHits | null, open: string[]) =>
  rowsOf(tree, found, ({ label }) => open.includes(label)).map(({ item }) => item.label);

test('every item has its own key, level and leaves; a leaf under two parents counts once', () => {
  expect(new Set(tree.items.map(({ key }) => key)).size).toBe(tree.items.length);
  expect(itemOf('Western Asia').level).toBe(2);
  expect(itemOf('Asia').leaves).toEqual(['tr', 'ge', 'jp']);
  expect(tree.leaves).toEqual(['de', 'fr', 'tr', 'ge', 'jp', 'ca', 'empty']);
  expect(itemOf('Nowhere').isLeaf).toBe(true);
});

describe('selecting', () => {
  test('a parent is selected when all its leaves are, and partly when some are', () => {
    const states = (chosen: string[]) =>
      ['EMEA', 'Asia', 'Western Asia'].map((label) => stateOf(itemOf(label), new Set(chosen)));
    expect(states([])).toEqual(['none', 'none', 'none']);
    expect(states(['de', 'fr', 'tr'])).toEqual(['all', 'some', 'some']);
    expect(states(['ge', 'tr'])).toEqual(['some', 'some', 'all']);
    expect(states(['jp'])).toEqual(['none', 'some', 'none']);
  });

  test('a leaf selected under one parent is selected under the other', () => {
    const value = withLeaves([], itemOf('Western Asia').leaves, true);
    const places = tree.items.filter(({ id }) => id === 'tr');
    expect(places.map((item) => stateOf(item, new Set(value)))).toEqual(['all', 'all']);
  });

  test('leaves are added once and removed, the others stay in order', () => {
    expect(withLeaves(['jp', 'fr'], ['de', 'fr'], true)).toEqual(['jp', 'fr', 'de']);
    expect(withLeaves(['jp', 'fr', 'ca'], ['fr', 'de'], false)).toEqual(['jp', 'ca']);
  });
});

describe('rows', () => {
  test('collapsed parents hide their descendants', () => {
    expect(labels(null, [])).toEqual(['EMEA', 'Asia', 'Canada', 'Nowhere']);
    expect(labels(null, ['Asia'])).toEqual(['EMEA', 'Asia', 'Western Asia', 'Japan', 'Canada', 'Nowhere']);
    expect(labels(null, ['Western Asia'])).toEqual(['EMEA', 'Asia', 'Canada', 'Nowhere']);
  });

  test('a search shows hits, their parents and their descendants, ignoring accents', () => {
    const found = findItems(tree, ' turk ');
    expect([...(found?.open ?? [])].length).toBe(3);
    expect(rowsOf(tree, found, ({ key }) => found?.open.has(key) ?? false).map(({ item }) => item.label)).toEqual([
      'EMEA',
      'Türkiye',
      'Asia',
      'Western Asia',
      'Türkiye',
    ]);
    expect(found?.leaves).toEqual(['tr']);
    expect(labels(findItems(tree, 'emea'), ['EMEA'])).toEqual(['EMEA', 'Germany', 'France', 'Türkiye']);
    expect(findItems(tree, 'emea')?.leaves).toEqual(['de', 'fr', 'tr']);
    expect(findItems(tree, '  ')).toBeNull();
    expect(labels(findItems(tree, 'atlantis'), [])).toEqual([]);
  });

  test('a row has its position among the visible siblings', () => {
    const rows = rowsOf(tree, findItems(tree, 'an'), () => true);
    expect(rows.map(({ item, posInSet, setSize }) => `${item.label} ${posInSet}/${setSize}`)).toEqual([
      'EMEA 1/3',
      'Germany 1/2',
      'France 2/2',
      'Asia 2/3',
      'Japan 1/1',
      'Canada 3/3',
    ]);
  });

  test('typing moves to the next row that starts with the text, wrapping around', () => {
    const rows = rowsOf(tree, null, () => true);
    const at = (from: string, typed: string) =>
      rows[
        typeAhead(
          rows,
          rows.findIndex(({ item }) => item.label === from),
          typed,
        )
      ]?.item.label;
    expect(at('EMEA', 'g')).toBe('Germany');
    expect(at('Germany', 'g')).toBe('Georgia');
    expect(at('Georgia', 'g')).toBe('Germany');
    expect(at('Georgia', 'ge')).toBe('Georgia');
    expect(at('EMEA', 'zz')).toBeUndefined();
  });
});

describe('the summary', () => {
  test('a fully selected parent stands for its leaves', () => {
    expect(chosenLabels(tree, ['ca', 'fr', 'tr', 'de'])).toEqual(['EMEA', 'Canada']);
    expect(chosenLabels(tree, ['fr', 'ca'])).toEqual(['France', 'Canada']);
    expect(chosenLabels(tree, ['tr', 'ge', 'jp'])).toEqual(['Asia']);
  });

  test('a leaf is named once, under a fully selected parent even when another one comes first', () => {
    expect(chosenLabels(tree, ['tr', 'ge'])).toEqual(['Western Asia']);
    expect(chosenLabels(tree, ['tr'])).toEqual(['Türkiye']);
  });

  test('of fully selected parents that share leaves the largest is named', () => {
    const world = buildTree([
      { id: 'north', label: 'North', children: [leaf('de'), leaf('fr')] },
      { id: 'south', label: 'South', children: [leaf('za')] },
      { id: 'world', label: 'All', children: [leaf('de'), leaf('fr'), leaf('za')] },
    ]);
    expect(chosenLabels(world, ['za', 'de', 'fr'])).toEqual(['All']);
    expect(chosenLabels(world, ['de', 'fr'])).toEqual(['North']);
  });

  test('an unknown ID is shown as it is', () => {
    expect(chosenLabels(tree, ['xx', 'jp'])).toEqual(['Japan', 'xx']);
  });
});
