import { expect, test } from 'vitest';
import { chooseHits } from './chooseHits.ts';
import type { SearchHit } from './searchContract.ts';

function buildHits(entity: SearchHit['entity'], ...names: string[]): SearchHit[] {
  return names.map((name, at) => ({ entity, id: 100 + at, name }));
}

test('an exact id or uid comes first, then an exact name, its start, and its middle', () => {
  const hits: SearchHit[] = [
    { entity: 'tag', id: 1, name: 'A 42 tag' },
    { entity: 'tag', id: 2, name: '42 tags' },
    { entity: 'tag', id: 3, name: '42' },
    { entity: 'tag', id: 42, name: 'Zebra' },
    { entity: 'tag', id: 5, name: 'Yak', uid: '42' },
  ];
  expect(chooseHits([hits], '42').map((hit) => hit.id)).toEqual([42, 5, 3, 2, 1]);
});

test('case makes no difference, and the sort is stable', () => {
  const hits = buildHits('tag', 'the north', 'North b', 'north a');
  expect(chooseHits([hits], 'NORTH').map((hit) => hit.name)).toEqual(['North b', 'north a', 'the north']);
});

test('an entity has at most 8 hits', () => {
  const names = Array.from({ length: 9 }, (_, at) => `name ${at}`);
  expect(chooseHits([buildHits('tag', ...names)], 'name')).toHaveLength(8);
});

test('there are at most 40 hits in total, and no entity is crowded out', () => {
  const names = Array.from({ length: 8 }, (_, at) => `name ${at}`);
  const kinds = ['demand', 'advertiser', 'subpublisher', 'user', 'tag', 'channel', 'deal'] as const;
  const chosen = chooseHits([...kinds.map((kind) => buildHits(kind, ...names)), buildHits('ivt', 'name')], 'name');
  expect(chosen).toHaveLength(40);
  expect(chosen.filter((hit) => hit.entity === 'ivt')).toHaveLength(1);
  for (const kind of kinds) expect(chosen.filter((hit) => hit.entity === kind).length).toBeGreaterThanOrEqual(5);
});
