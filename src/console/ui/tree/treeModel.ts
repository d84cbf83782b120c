import { foldText } from '../foldText.ts';

/** A node of a tree of choices. Without children it is a leaf, and leaves are what is chosen. */
export type TreeNode = {
  /** Of a leaf: the value. The same leaf may stand under several parents. */
  id: string;
  label: string;
  children?: readonly TreeNode[] | undefined;
};

/** A node at its place in the tree. */
export type TreeItem = {
  /** Tells the place from all others: ids may come again under another parent. */
  key: string;
  id: string;
  label: string;
  /** 1 for roots. */
  level: number;
  /** Place of the parent among `Tree.items`; -1 for roots. */
  parent: number;
  /** Place of the next item that is not inside this one. */
  end: number;
  isLeaf: boolean;
  /** Distinct ids of the leaves under it; of a leaf, its own. */
  leaves: readonly string[];
  /** The label as searches compare it. */
  folded: string;
};

/** A tree laid out in the order it is read in, parents before their children. */
export type Tree = { items: readonly TreeItem[]; leaves: readonly string[] };

/** How much of a node is chosen. */
export type TreeState = 'none' | 'some' | 'all';

/** A row of the tree as it is shown. */
export type TreeRow = { item: TreeItem; isExpanded: boolean; setSize: number; posInSet: number };

/** Lays a tree out for the functions below. */
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

/** How much of a node is chosen: a parent is chosen when all its leaves are. */
export function stateOf(item: TreeItem, chosen: ReadonlySet<string>): TreeState {
  let count = 0;
  for (const [index, leaf] of item.leaves.entries()) {
    if (chosen.has(leaf)) count += 1;
    if (count > 0 && count <= index) return 'some';
  }
  return count === 0 ? 'none' : 'all';
}

/** The chosen leaves with these added, or taken away; those that stay keep their order. */
export function withLeaves(value: readonly string[], leaves: readonly string[], choose: boolean): string[] {
  if (choose) return [...new Set([...value, ...leaves])];
  const removed = new Set(leaves);
  return value.filter((leaf) => !removed.has(leaf));
}

/** What a search finds: the items that match, and all that is shown (hits, their parents and what is under them). */
export type TreeHits = {
  hits: ReadonlySet<TreeItem>;
  shown: ReadonlySet<TreeItem>;
  /** Parents of hits, by key: they stand open. */
  open: ReadonlySet<string>;
  /** The leaves that hits stand for. */
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

/** The rows in view order: what is shown and has no closed parent above it. */
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

/** The full parents that no full parent stands over. */
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

/** What is chosen in few words, in tree order: a full parent stands for its leaves, the largest first; unknown ids stand for themselves. */
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

/** The next row, going round, whose label starts with what was typed; -1 when there is none. */
export function typeAhead(rows: readonly TreeRow[], from: number, typed: string): number {
  const text = foldText(typed);
  // A single letter moves on; more letters may still fit the row they are on.
  const start = from + (text.length === 1 ? 1 : 0);
  for (let step = 0; step < rows.length; step += 1) {
    const at = (start + step) % rows.length;
    if (rows[at]?.item.folded.startsWith(text)) return at;
  }
  return -1;
}
