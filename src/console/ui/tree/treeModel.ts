import { foldText } from '../foldText.ts';

/** A node of a tree of choices. A node without children is a leaf; only leaves are selected. */
export type TreeNode = {
  /** Of a leaf: the value. The same leaf may be under several parents. */
  id: string;
  label: string;
  children?: readonly TreeNode[] | undefined;
};

/** A node at its position in the tree. */
export type TreeItem = {
  /** Unique in the tree, as an ID may appear again under another parent. */
  key: string;
  id: string;
  label: string;
  /** 1 for roots. */
  level: number;
  /** Index of the parent in `Tree.items`; -1 for roots. */
  parent: number;
  /** Index of the next item that is not inside this one. */
  end: number;
  isLeaf: boolean;
  /** Distinct IDs of the leaves under it; of a leaf, its own. */
  leaves: readonly string[];
  /** The label, normalized for search. */
  folded: string;
};

/** A flattened tree, parents before their children. */
export type Tree = { items: readonly TreeItem[]; leaves: readonly string[] };

/** Whether none, some or all leaves of a node are selected. */
export type TreeState = 'none' | 'some' | 'all';

/** A visible row of the tree. */
export type TreeRow = { item: TreeItem; isExpanded: boolean; setSize: number; posInSet: number };

/** Flattens a tree for the functions below. */
export function buildTree(nodes: readonly TreeNode[]): Tree {
  const items: TreeItem[] = [];
  function place(node: TreeNode, level: number, parent: number, path: string): readonly string[] {
    const at = items.length;
    const children = node.children ?? [];
    const isLeaf = children.length === 0;
    const item = {
      key: path,
      id: node.id,
      label: node.label,
      level,
      parent,
      end: at + 1,
      isLeaf,
      leaves: isLeaf ? [node.id] : ([] as readonly string[]),
      folded: foldText(node.label),
    };
    items.push(item);
    if (!isLeaf) {
      const under = children.map((child, index) => place(child, level + 1, at, `${path}.${index}`));
      item.leaves = [...new Set(under.flat())];
      item.end = items.length;
    }
    return item.leaves;
  }
  const under = nodes.map((node, index) => place(node, 1, -1, String(index)));
  return { items, leaves: [...new Set(under.flat())] };
}

/** The selection state of a node: a parent is selected when all its leaves are. */
export function stateOf(item: TreeItem, chosen: ReadonlySet<string>): TreeState {
  let count = 0;
  for (const [index, leaf] of item.leaves.entries()) {
    if (chosen.has(leaf)) count += 1;
    if (count > 0 && count <= index) return 'some';
  }
  return count === 0 ? 'none' : 'all';
}

/** Adds leaves to or removes them from the selection; the others stay in order. */
export function withLeaves(value: readonly string[], leaves: readonly string[], choose: boolean): string[] {
  if (choose) return [...new Set([...value, ...leaves])];
  const removed = new Set(leaves);
  return value.filter((leaf) => !removed.has(leaf));
}

/** A search result: the matching items, and all shown ones (hits, their parents and descendants). */
export type TreeHits = {
  hits: ReadonlySet<TreeItem>;
  shown: ReadonlySet<TreeItem>;
  /** Keys of the hits' parents, which are expanded. */
  open: ReadonlySet<string>;
  /** The leaves of the hits. */
  leaves: readonly string[];
};

/** Searches labels for a text; null when the text is empty. */
export function findItems(tree: Tree, query: string): TreeHits | null {
  const text = foldText(query.trim());
  if (text === '') return null;
  const hits = new Set<TreeItem>();
  const shown = new Set<TreeItem>();
  const open = new Set<string>();
  const leaves = new Set<string>();
  for (const [at, item] of tree.items.entries()) {
    if (!item.folded.includes(text)) continue;
    hits.add(item);
    for (const leaf of item.leaves) leaves.add(leaf);
    for (const inside of tree.items.slice(at, item.end)) shown.add(inside);
    for (let up = tree.items[item.parent]; up; up = tree.items[up.parent]) {
      shown.add(up);
      open.add(up.key);
    }
  }
  return { hits, shown, open, leaves: [...leaves] };
}

/** The visible rows in order: shown items without a collapsed parent. */
export function rowsOf(tree: Tree, found: TreeHits | null, isOpen: (item: TreeItem) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const siblings = new Map<number, TreeRow[]>();
  for (let at = 0; at < tree.items.length;) {
    const item = tree.items[at];
    if (!item) break;
    if (found && !found.shown.has(item)) {
      at = item.end;
      continue;
    }
    const isExpanded = !item.isLeaf && isOpen(item);
    const family = siblings.get(item.parent) ?? [];
    siblings.set(item.parent, family);
    const row = { item, isExpanded, setSize: 0, posInSet: family.length + 1 };
    family.push(row);
    rows.push(row);
    at = isExpanded ? at + 1 : item.end;
  }
  for (const family of siblings.values()) for (const row of family) row.setSize = family.length;
  return rows;
}

/** The fully selected parents without a fully selected parent of their own. */
function fullParents(tree: Tree, chosen: ReadonlySet<string>): TreeItem[] {
  const full: TreeItem[] = [];
  for (let at = 0; at < tree.items.length;) {
    const item = tree.items[at];
    if (!item) break;
    const isFull = !item.isLeaf && stateOf(item, chosen) === 'all';
    if (isFull) full.push(item);
    at = isFull ? item.end : at + 1;
  }
  return full;
}

/**
 * Summarizes the selection as labels in tree order. A fully selected parent stands for its leaves, larger parents
 * first; unknown IDs are listed as they are.
 */
export function chosenLabels(tree: Tree, value: readonly string[]): string[] {
  const chosen = new Set(value);
  const labelled = new Set<string>();
  const named = new Set<TreeItem>();
  for (const item of fullParents(tree, chosen).sort((a, b) => b.leaves.length - a.leaves.length)) {
    if (item.leaves.every((leaf) => labelled.has(leaf))) continue;
    for (const leaf of item.leaves) labelled.add(leaf);
    named.add(item);
  }
  for (const item of tree.items) {
    if (!item.isLeaf || !chosen.has(item.id) || labelled.has(item.id)) continue;
    labelled.add(item.id);
    named.add(item);
  }
  const known = tree.items.filter((item) => named.has(item)).map((item) => item.label);
  return [...known, ...value.filter((leaf) => !labelled.has(leaf))];
}

/** The index of the next row, wrapping around, whose label starts with the typed text; -1 when there is none. */
export function typeAhead(rows: readonly TreeRow[], from: number, typed: string): number {
  const text = foldText(typed);
  // A single letter moves on; more letters may still match the current row.
  const start = from + (text.length === 1 ? 1 : 0);
  for (let step = 0; step < rows.length; step += 1) {
    const at = (start + step) % rows.length;
    if (rows[at]?.item.folded.startsWith(text)) return at;
  }
  return -1;
}
