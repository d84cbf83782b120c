import type { Fault } from '#model/index.ts';
import type { AccountPart, AnyRow } from './readAccount.ts';
import type { Item } from './readDocument.ts';
import type { Section } from './sections.ts';

/** An item of a document, and the row it describes. */
export interface MatchedItem {
  item: Item;
  /** Null for a new row. */
  row: AnyRow | null;
  /** The reference of a new row in the change set. */
  ref: string;
  /** `tags.3`. */
  place: string;
}

/** A part of a document with its rows. */
export interface MatchedPart {
  section: Section;
  items: readonly MatchedItem[];
  /** Rows that the document leaves out. */
  unmatched: readonly AnyRow[];
  /** Items by name, in lower case. */
  byName: ReadonlyMap<string, MatchedItem>;
}

/**
 * Finds the row of each item: by id, archived rows included, else by name, ignoring case. An item that archives a row
 * that does not exist is already done.
 */
export function matchItems(
  { section, rows, archived }: AccountPart,
  items: readonly Item[],
  faults: Fault[],
): MatchedPart {
  const claimed = new Set(items.map(({ id }) => id));
  const byId = new Map<unknown, AnyRow>([...archived, ...rows].map((row) => [row.id, row]));
  const rowByName = new Map(rows.filter(({ id }) => !claimed.has(id)).map((row) => [nameOf(row), row]));
  const used = new Set<AnyRow>();
  const byName = new Map<string, MatchedItem>();
  const matched: MatchedItem[] = [];
  for (const [index, item] of items.entries()) {
    const place = `${section.key}.${index}`;
    const row = item['id'] === undefined ? rowByName.get(nameOf(item)) : byId.get(item['id']);
    if (!row && item['status'] === 'archived') continue;
    if (item['id'] !== undefined && !row) {
      const message = `There is no ${section.entity.label.toLowerCase()} with this ID. Remove the ID to create a new one`;
      faults.push({ code: 'unknown_reference', message, path: `${place}.id` });
      continue;
    }
    if (row && used.has(row)) {
      faults.push({ code: 'duplicate', message: 'The document contains this object twice', path: place });
      continue;
    }
    if (row) used.add(row);
    const found = { item, row: row ?? null, ref: place, place };
    matched.push(found);
    byName.set(nameOf(item), found);
  }
  return { section, items: matched, unmatched: rows.filter((row) => !used.has(row)), byName };
}

/** The value of a row or an item under a key as text; empty when it is not a text. */
export function textIn(named: Item, key = 'name'): string {
  const value = named[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The name of a row or an item, normalized for comparison. */
export function nameOf(named: Item): string {
  return textIn(named).toLowerCase();
}
