import type { SearchHit } from '#api/search/searchContract.ts';
import type { EntityName } from '#model/index.ts';
import type { NavEntry } from './navigation.ts';

/** Hits of one entity, under its plural name. */
export interface HitGroup {
  heading: string;
  hits: { hit: SearchHit; page: NavEntry }[];
}

/** The hits by entity, in the order in which they came; those without a page to open are left out. */
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

/** The pages whose label has every word of a text at the start of one of its own; all for an empty text. */
export function findPages(pages: readonly NavEntry[], text: string): NavEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter((page) => {
    const parts = page.label.toLowerCase().split(/[\s-]+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

/** Whether what is shown of a hit has a text in it. */
export function hasText(hit: SearchHit, text: string): boolean {
  return hit.uid === text || String(hit.id) === text || hit.name.toLowerCase().includes(text.toLowerCase());
}
