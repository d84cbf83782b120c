import { expect, test } from 'vitest';
import type { SearchHit } from '#api/search/searchContract.ts';
import type { NavEntry } from '../navigation/navigation.ts';
import { findNamed, groupHits, hasText } from './paletteGroups.ts';

const page = (label: string, to: string): NavEntry => ({ label, to, icon: 'tags', for: ['demand'] });
const pages = [page('Tags', '/tags'), page('Sub-publishers', '/subpublishers'), page('3rd Party Pixels', '/ivts')];

test('pages are found by the starts of their words, and an empty text matches all', () => {
  const found = (text: string) => findNamed(pages, text, () => '').map((each) => each.to);
  expect(found('')).toHaveLength(3);
  expect(found('pub')).toEqual(['/subpublishers']);
  expect(found('PIX 3rd')).toEqual(['/ivts']);
  expect(found('ags')).toEqual([]);
});

test('pages are found by other words after those found by their label', () => {
  const words: Record<string, string> = { '/subpublishers': 'sellers payout', '/ivts': 'tags fraud' };
  const found = (text: string) => findNamed(pages, text, ({ to }) => words[to] ?? '').map((each) => each.to);
  expect(found('tags')).toEqual(['/tags', '/ivts']);
  expect(found('pixels fraud')).toEqual(['/ivts']);
  expect(found('payo')).toEqual(['/subpublishers']);
  expect(found('out')).toEqual([]);
});

test('hits are grouped by entity, and those without a page for the user are left out', () => {
  const hits: SearchHit[] = [
    { entity: 'tag', id: 1, name: 'North' },
    { entity: 'deal', id: 2, name: 'North' },
    { entity: 'tag', id: 3, name: 'North east' },
  ];
  const groups = groupHits(hits, new Map([['tag', pages[0]!]]));
  expect(groups.map((group) => [group.heading, group.hits.map(({ hit }) => hit.id)])).toEqual([['Tags', [1, 3]]]);
});

test('a hit contains the text in its name, or has it as its ID or UID', () => {
  const hit: SearchHit = { entity: 'tag', id: 12, name: 'North', uid: 'abc' };
  expect(['ORT', '12', 'abc'].every((text) => hasText(hit, text))).toBe(true);
  expect(['1', 'ab', 'south'].some((text) => hasText(hit, text))).toBe(false);
});
