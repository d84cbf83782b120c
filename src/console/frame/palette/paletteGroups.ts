import type { SearchHit } from '#api/search/searchContract.ts';
import type { EntityName } from '#model/index.ts';
import type { NavEntry } from '../navigation/navigation.ts';

/** Hits of one entity, under its plural label. */
export interface HitGroup {
  heading: string;
  hits: { hit: SearchHit; page: NavEntry }[];
}

/** Groups hits by entity in order of appearance. Hits without a page that the user may open are left out. */
export function groupHits(hits: readonly SearchHit[], pages: ReadonlyMap<EntityName, NavEntry>): HitGroup[] {
  const groups = new Map<EntityName, HitGroup>();
  for (const hit of hits) {
    const page = pages.get(hit.entity);
    if (!page) continue;
    const group = groups.get(hit.entity) ?? {
      heading: page.rowsLabel ?? page.label,
      hits: [],
    };
    group.hits.push({ hit, page });
    groups.set(hit.entity, group);
  }
  return [...groups.values()];
}

/**
 * The items whose label or other words have a word starting with each word of the text, those found by their label
 * first; all for an empty text.
 */
export function findNamed<Item extends { label: string }>(
  items: readonly Item[],
  text: string,
  wordsOf: (item: Item) => string,
): Item[] {
  const wanted = text.toLowerCase().split(separators).filter(Boolean);
  const has = (words: string) => {
    const parts = words.toLowerCase().split(separators);
    return wanted.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const byLabel = items.filter(({ label }) => has(label));
  return [...byLabel, ...items.filter((item) => !has(item.label) && has(`${item.label} ${wordsOf(item)}`))];
}

const separators = /[\s-]+/;

/** True when the shown text of a hit contains the search text. */
export function hasText(hit: SearchHit, text: string): boolean {
  return hit.uid === text || String(hit.id) === text || hit.name.toLowerCase().includes(text.toLowerCase());
}
