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

/** The pages whose label has a word starting with each word of the text; all for an empty text. */
export function findPages(pages: readonly NavEntry[], text: string): NavEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    const parts = page.label.toLowerCase().split(/[\s-]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

/** True when the shown text of a hit contains the search text. */
export function hasText(hit: SearchHit, text: string): boolean {
  return hit.uid === text || String(hit.id) === text || hit.name.toLowerCase().includes(text.toLowerCase());
}
